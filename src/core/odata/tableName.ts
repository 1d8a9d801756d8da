/** 3 to 63 letters and digits, beginning with a letter. Source: Understanding the Table service data model, "Table names". */
const OWN = /^[A-Za-z][A-Za-z0-9]{2,62}$/;
/** The service's own metrics tables, which its list of tables omits. Source: Storage Analytics metrics, "Table names". */
const METRICS =
  /^\$Metrics(?:CapacityBlob|(?:(?:Hour|Minute)(?:Primary|Secondary))?Transactions(?:Blob|Table|Queue|File))$/i;

export function isTableName(name: string): boolean {
  return OWN.test(name) || METRICS.test(name);
}
