/** @import { Fault } from './faults.mjs' */

/**
 * Puts all sampled faults into a source file, each behind a switch, so that one build serves every fault.
 * @param {string} text the source
 * @param {readonly { readonly id: number, readonly fault: Fault }[]} planted faults of this file
 * @returns {string} with unchanged line numbers
 */
export function withSwitches(text, planted) {
  const sorted = planted.toSorted((a, b) => a.fault.start - b.fault.start || b.fault.end - a.fault.end);
  // `??` is for modules that a test runs in its own thread, where no switch is set.
  return `const __fault = globalThis.__keyscopeFault ?? (() => false); ${render(text, 0, text.length, sorted)}`;
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {readonly { readonly id: number, readonly fault: Fault }[]} planted between from and to, by start, outer ones first
 * @returns {string}
 */
function render(text, from, to, planted) {
  let out = '';
  let at = from;
  let next = 0;
  while (next < planted.length) {
    const outer = planted[next];
    if (outer === undefined) break;
    const { start, end, place } = outer.fault;
    const inside = planted.slice(next).filter((other) => other.fault.start < end);
    const same = inside.filter((other) => isSamePlace(other.fault, outer.fault));
    const inner = render(
      text,
      start,
      end,
      inside.filter((other) => !same.includes(other)),
    );
    out += text.slice(at, start) + (place === 'statement' ? statement(inner, same) : expression(inner, same));
    at = end;
    next += inside.length;
  }
  return out + text.slice(at, to);
}

/**
 * @param {Fault} a
 * @param {Fault} b
 */
function isSamePlace(a, b) {
  return a.start === b.start && a.end === b.end && a.place === b.place;
}

/**
 * @param {string} inner
 * @param {readonly { readonly id: number, readonly fault: Fault }[]} same
 */
function expression(inner, same) {
  return `(${same.map(({ id, fault }) => `__fault(${id}) ? (${fault.replacement}) : `).join('')}(${inner}))`;
}

/**
 * @param {string} inner
 * @param {readonly { readonly id: number, readonly fault: Fault }[]} same
 */
function statement(inner, same) {
  const switched = same.map(({ id, fault }) => `if (__fault(${id})) { ${fault.replacement} } else `).join('');
  return `{ ${switched}{ ${inner} } }`;
}
