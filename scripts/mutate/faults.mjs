import { createHash } from 'node:crypto';
import { parseSync } from 'vite';

/*
 * Finds the small faults that can be planted in a source file. Each is a mistake that people make and a type checker cannot see: `<` for
 * `<=`, a missing `await`, a condition that is always true, a missing call.
 */

/**
 * @typedef {object} Fault
 * @property {string} key survives edits elsewhere in the file: path, function, source text, replacement, and a number if those are equal
 * @property {string} file relative to the project folder, with `/`
 * @property {number} line from 1
 * @property {string} kind of mistake, for counts
 * @property {'expression' | 'statement'} place switched on by a conditional expression, or by an `if`
 * @property {number} start offset in UTF-16 units
 * @property {number} end exclusive
 * @property {string} original the source text from start to end
 * @property {string} replacement the faulty text; empty for a removed statement
 */

/**
 * A node of oxc's ESTree, with the members used here.
 * @typedef {{ type: string, start: number, end: number, [member: string]: unknown }} Node
 */

/** @typedef {{ readonly node: Node, readonly parent: Node, readonly member: string, readonly names: readonly string[], readonly isInChain: boolean }} Spot */
/** @typedef {{ kind: string, replacement: string, place?: 'statement' }} Slip */

/** @type {Readonly<Record<string, readonly string[]>>} */
const OPERATORS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
};

/** @type {Readonly<Record<string, string>>} */
const METHODS = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  push: 'unshift',
};
/** Calls that can be removed from a chain: `a.filter(f)` becomes `a`. */
const DROPPABLE = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'trim',
  'subarray',
]);

/** Nodes whose children do not run, or cannot be wrapped in parentheses. */
const SKIPPED =
  /^(?:TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|ImportDeclaration|ImportExpression|ExportAllDeclaration|TemplateElement|Super)/;

/**
 * @param {string} file relative to the project folder, with `/`
 * @param {string} text its source
 * @returns {readonly Fault[]} in order of position; none if the file does not parse
 */
export function faultsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const lineStarts = startsOfLines(text);
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @type {Fault[]} */
  const faults = [];
  walk(/** @type {Node} */ (/** @type {unknown} */ (program)), (spot) => {
    for (const { kind, replacement, place = 'expression' } of slipsAt(spot, text)) {
      const { start, end } = spot.node;
      const original = text.slice(start, end);
      const alike = [file, spot.names.join('.'), brief(original), '=>', brief(replacement)].join(' ');
      const count = (seen.get(alike) ?? 0) + 1;
      seen.set(alike, count);
      const key = count === 1 ? alike : `${alike} #${count}`;
      faults.push({
        key,
        file,
        line: lineOf(lineStarts, start),
        kind,
        place,
        start,
        end,
        original,
        replacement,
      });
    }
  });
  return faults;
}

/**
 * Samples faults: the same for the same seed, and nearly the same after an edit, because each fault has its own rank.
 * @param {readonly Fault[]} faults
 * @param {number} count
 * @param {number} seed
 * @returns {readonly Fault[]}
 */
export function sampleOf(faults, count, seed) {
  return faults
    .map((fault) => ({ fault, rank: createHash('sha256').update(`${seed} ${fault.key}`).digest('hex') }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ fault }) => fault);
}

/**
 * @param {Spot} spot
 * @param {string} text
 * @returns {readonly Slip[]}
 */
function slipsAt(spot, text) {
  const { node } = spot;
  switch (node.type) {
    case 'BinaryExpression':
      return binarySlips(node, text);
    case 'LogicalExpression':
      return logicalSlips(node, text);
    case 'UnaryExpression':
      return node['operator'] === '!' || node['operator'] === '-'
        ? [{ kind: 'operator left out', replacement: source(childOf(node, 'argument'), text) }]
        : [];
    case 'AwaitExpression':
      return [{ kind: 'await left out', replacement: source(childOf(node, 'argument'), text) }];
    case 'Literal':
      return literalSlips(spot, text);
    case 'ConditionalExpression':
      return conditionSlips(node, text);
    case 'CallExpression':
      return spot.isInChain ? [] : callSlips(node, text);
    case 'ArrayExpression':
      return children(node).length > 0 ? [{ kind: 'empty list', replacement: '[]' }] : [];
    default:
      return statementSlips(spot, text);
  }
}

/**
 * @param {Node} node
 * @param {string} text
 * @returns {readonly Slip[]}
 */
function binarySlips(node, text) {
  const operator = String(node['operator']);
  const sides = [childOf(node, 'left'), childOf(node, 'right')];
  // Joins texts, so it is not a sum.
  if (operator === '+' && sides.some(isText)) return [];
  const [left, right] = sides.map((side) => source(side, text));
  return (OPERATORS[operator] ?? []).map((other) => ({
    kind: `operator ${operator}`,
    replacement: `${left} ${other} ${right}`,
  }));
}

/**
 * @param {Node} node
 * @param {string} text
 * @returns {readonly Slip[]}
 */
function logicalSlips(node, text) {
  const [left, right] = [source(childOf(node, 'left'), text), source(childOf(node, 'right'), text)];
  if (node['operator'] === '??') return [{ kind: 'default left out', replacement: left }];
  return [
    { kind: 'condition left out', replacement: left },
    { kind: 'condition left out', replacement: right },
  ];
}

/**
 * @param {Node} node
 * @param {string} text
 * @returns {readonly Slip[]}
 */
function conditionSlips(node, text) {
  return ['consequent', 'alternate'].map((branch) => ({
    kind: 'always one branch',
    replacement: source(childOf(node, branch), text),
  }));
}

/**
 * @param {Spot} spot
 * @param {string} text
 * @returns {readonly Slip[]}
 */
function literalSlips({ node, parent, member }, text) {
  const { value } = node;
  const isName = (member === 'key' && parent['computed'] !== true) || member === 'source';
  if (isName || parent.type === 'ExpressionStatement') return [];
  if (typeof value === 'boolean') return [{ kind: 'boolean', replacement: String(!value) }];
  if (typeof value === 'number')
    return [{ kind: 'number', replacement: value === 1 ? '0' : `${source(node, text)} + 1` }];
  if (typeof value === 'bigint') return [{ kind: 'number', replacement: `${source(node, text)} + 1n` }];
  // Sentences are only wording.
  if (typeof value === 'string' && value !== '' && !value.includes(' '))
    return [{ kind: 'text', replacement: "''" }];
  return [];
}

/**
 * @param {Node} node
 * @param {string} text
 * @returns {readonly Slip[]}
 */
function callSlips(node, text) {
  const callee = childOf(node, 'callee');
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return [];
  const object = childOf(callee, 'object');
  const property = childOf(callee, 'property');
  const name = source(property, text);
  const other = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (other !== undefined)
    return [
      {
        kind: `${name}()`,
        replacement: `${text.slice(node.start, property.start)}${other}${text.slice(property.end, node.end)}`,
      },
    ];
  return DROPPABLE.has(name) ? [{ kind: `${name}() left out`, replacement: source(object, text) }] : [];
}

/**
 * @param {Spot} spot
 * @param {string} text
 * @returns {readonly Slip[]}
 */
function statementSlips({ node, parent, member }, text) {
  if (member === 'test' && /^(?:If|While|DoWhile)Statement$/.test(parent.type))
    return parent.type === 'IfStatement'
      ? ['true', 'false'].map((replacement) => ({ kind: `condition always ${replacement}`, replacement }))
      : [{ kind: 'condition always false', replacement: 'false' }];
  if (node.type === 'ExpressionStatement') {
    const expression = childOf(node, 'expression');
    if (expression.type === 'Literal' || source(expression, text).startsWith('super')) return [];
    return [{ kind: 'statement left out', replacement: '', place: 'statement' }];
  }
  if (node.type === 'ThrowStatement')
    return [{ kind: 'throw left out', replacement: '', place: 'statement' }];
  if (node.type === 'ContinueStatement' && node['label'] === null)
    return [{ kind: 'continue', replacement: 'break;', place: 'statement' }];
  return [];
}

/**
 * @param {Node} root
 * @param {(spot: Spot) => void} visit
 */
function walk(root, visit) {
  /** @type {(node: Node, parent: Node, member: string, names: readonly string[], isInChain: boolean) => void} */
  const step = (node, parent, member, names, isInChain) => {
    if (SKIPPED.test(node.type)) return;
    visit({ node, parent, member, names, isInChain });
    const inside = nameOf(node);
    const below = inside === undefined ? names : [...names, inside];
    for (const [name, value] of Object.entries(node)) {
      if (isTarget(node, name)) continue;
      const chain =
        node.type === 'ChainExpression' || (isInChain && (name === 'object' || name === 'callee'));
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) step(child, node, name, below, chain);
    }
  };
  step(root, root, '', [], false);
}

/**
 * Whether a node is the target of an assignment, which cannot be wrapped.
 * @param {Node} node
 * @param {string} member
 */
function isTarget(node, member) {
  if (member === 'id' || member === 'params') return node.type !== 'CallExpression';
  if (member === 'left') return /^(?:Assignment|For(?:Of|In))/.test(node.type);
  return member === 'argument' && (node.type === 'UpdateExpression' || node['operator'] === 'delete');
}

/** @param {Node} node */
function nameOf(node) {
  const id =
    node['id'] ?? (node.type === 'MethodDefinition' || node.type === 'Property' ? node['key'] : undefined);
  return isNode(id) && typeof id['name'] === 'string' ? id['name'] : undefined;
}

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
function isNode(value) {
  return (
    typeof value === 'object' && value !== null && typeof (/** @type {Node} */ (value).type) === 'string'
  );
}

/**
 * @param {Node} node
 * @param {string} member
 * @returns {Node}
 */
function childOf(node, member) {
  const child = node[member];
  if (!isNode(child)) throw new Error(`${node.type} has no ${member}.`);
  return child;
}

/** @param {Node} node */
function children(node) {
  const { elements } = node;
  return Array.isArray(elements) ? elements : [];
}

/** @param {Node} node */
function isText(node) {
  return node.type === 'TemplateLiteral' || typeof node['value'] === 'string';
}

/**
 * @param {Node} node
 * @param {string} text
 */
function source(node, text) {
  return text.slice(node.start, node.end);
}

/** @param {string} text */
function brief(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= 60
    ? line
    : `${line.slice(0, 60)}~${createHash('sha256').update(line).digest('hex').slice(0, 6)}`;
}

/** @param {string} text */
function startsOfLines(text) {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

/**
 * @param {readonly number[]} starts
 * @param {number} offset
 */
function lineOf(starts, offset) {
  const after = starts.findIndex((start) => start > offset);
  return after === -1 ? starts.length : after;
}
