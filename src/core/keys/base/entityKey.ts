/** Both keys of an entity: what tells it from every other in its table. */
export interface EntityKey {
  readonly partitionKey: string;
  readonly rowKey: string;
}
