/**
 * 3 to 63 letters and digits, beginning with a letter; or one of the service's own metrics tables, which its list of tables omits.
 * Sources: Understanding the Table service data model, "Table names"; Storage Analytics metrics, "Table names".
 */
const TABLE_NAME = /^(?:[A-Za-z][A-Za-z0-9]{2,62}|\$Metrics[A-Za-z]{1,55})$/;

export function isTableName(name: string): boolean {
  return TABLE_NAME.test(name);
}
