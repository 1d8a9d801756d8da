/** Understanding the Table service data model, "Table names": letters and digits, a letter first, 3 to 63 of them. */
const OWN = /^[A-Za-z][A-Za-z0-9]{2,62}$/;
/** Storage Analytics metrics, "Table names": the service's own tables, which its table list omits. */
const METRICS =
  /^\$Metrics(?:CapacityBlob|(?:(?:Hour|Minute)(?:Primary|Secondary))?Transactions(?:Blob|Table|Queue|File))$/i;

/** Whether a table can have this name. */
export function isTableName(name: string): boolean {
  return OWN.test(name) || METRICS.test(name);
}
