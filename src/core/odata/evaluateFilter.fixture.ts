/**
 * A second reader of filters for tests, independent of the parser: a lexer of regular expressions, and a shunting-yard evaluation over one
 * row. It knows the literals that the tests print: strings, whole numbers, Int64, Booleans.
 */
type RowValue = string | number | bigint | boolean;
type Row = ReadonlyMap<string, RowValue>;

type Operand = { readonly name: string } | { readonly value: RowValue };

const PIECES = /\s*(?:('(?:[^']|'')*')|(-?\d+)(L?)|([A-Za-z_][A-Za-z0-9_]*)|([()]))/y;
const STRENGTH: ReadonlyMap<string, number> = new Map([
  ['or', 1],
  ['and', 2],
  ['not', 3],
  ['eq', 4],
  ['ne', 4],
  ['gt', 4],
  ['ge', 4],
  ['lt', 4],
  ['le', 4],
]);

function pieces(text: string): string[] {
  const found: string[] = [];
  PIECES.lastIndex = 0;
  while (PIECES.lastIndex < text.length) {
    const match = PIECES.exec(text);
    if (match === null) {
      throw new Error(`The fixture cannot read: ${text}`);
    }
    found.push(match[0].trimStart());
  }
  return found;
}

function operand(piece: string): Operand {
  if (piece.startsWith("'")) {
    return { value: piece.slice(1, -1).replaceAll("''", "'") };
  }
  if (/^-?\d+L$/.test(piece)) {
    return { value: BigInt(piece.slice(0, -1)) };
  }
  if (/^-?\d+$/.test(piece)) {
    return { value: Number(piece) };
  }
  return piece === 'true' || piece === 'false' ? { value: piece === 'true' } : { name: piece };
}

function compare(operator: string, a: RowValue, b: RowValue): boolean {
  switch (operator) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    case 'lt':
      return a < b;
    default:
      return a <= b;
  }
}

/** Whether a row meets a printed filter. A property that the row lacks meets no comparison. */
export function rowMeets(filterText: string, row: Row): boolean {
  const values: (Operand | undefined)[] = [];
  const operators: string[] = [];
  const valueOf = (side: Operand | undefined): RowValue | undefined =>
    side === undefined ? undefined : 'name' in side ? row.get(side.name) : side.value;
  const apply = (): void => {
    const operator = operators.pop() ?? '';
    const right = valueOf(values.pop());
    if (operator === 'not') {
      values.push({ value: right !== true });
      return;
    }
    const left = valueOf(values.pop());
    if (operator === 'and' || operator === 'or') {
      const isMet = operator === 'and' ? left === true && right === true : left === true || right === true;
      values.push({ value: isMet });
      return;
    }
    const canCompare = left !== undefined && right !== undefined && typeof left === typeof right;
    values.push({ value: canCompare && compare(operator, left, right) });
  };
  for (const piece of pieces(filterText)) {
    const strength = STRENGTH.get(piece);
    if (piece === '(') {
      operators.push(piece);
    } else if (piece === ')') {
      while (operators.length > 0 && operators.at(-1) !== '(') apply();
      if (operators.length === 0) {
        throw new Error(`A ) closes nothing: ${filterText}`);
      }
      operators.pop();
    } else if (strength === undefined) {
      values.push(operand(piece));
    } else {
      // `not` stands before its operand, so no operator before it can be applied yet.
      const bar = piece === 'not' ? Number.POSITIVE_INFINITY : strength;
      while ((STRENGTH.get(operators.at(-1) ?? '') ?? 0) >= bar) apply();
      operators.push(piece);
    }
  }
  while (operators.length > 0) apply();
  return valueOf(values[0]) === true;
}
