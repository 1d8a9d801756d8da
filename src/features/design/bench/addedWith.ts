/** What changes in the bench together with a design that is added. */
export interface AddedWith {
  /** Lines of the field "Properties" for what its templates name. */
  readonly properties?: string;
  /** Writes a second and bytes a row, if the change alters them. */
  readonly writes?: number | undefined;
  readonly bytes?: number | undefined;
}
