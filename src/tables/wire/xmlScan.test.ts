import { describe, expect, it } from 'vitest';
import { readXmlText } from './xmlScan.ts';

describe('the text of an XML element', () => {
  it.each([
    ['<a>x</a>', 'x'],
    ['<?xml version="1.0"?><r> <a> x \n</a></r>', 'x'],
    ['<m:a xml:lang="en">x</m:a>', 'x'],
    ['<a>1</a><a>2</a>', '1'],
    ['<ab>1</ab><a>2</a >', '2'],
    ['<a></a>', ''],
    ['<a>&lt;&gt;&quot;&apos;&amp;&amp;lt;&other;</a>', `<>"'&&lt;&other;`],
    ['<a>x', undefined],
    ['<b>x</b>', undefined],
    ['<a>x</b>', undefined],
    ['', undefined],
  ])('%s', (xml, text) => {
    expect(readXmlText(xml, 'a')).toBe(text);
  });

  it('is looked for in the first 65,536 characters', () => {
    const at = (end: number) => readXmlText(`${' '.repeat(end - '<a>x</a>'.length)}<a>x</a>`, 'a');
    expect([at(65_536), at(65_537)]).toEqual(['x', undefined]);
  });
});
