/** What else changes in the bench when a design is added. */
export interface AddedWith {
  /** Lines for the field "Properties" that describe what the design's templates name. */
  readonly properties?: string;
  /** Writes per second and bytes per row, if the design changes them. */
  readonly writes?: number | undefined;
  readonly bytes?: number | undefined;
}
