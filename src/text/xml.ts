import { SaxesParser, type SaxesTagNS } from 'saxes';
import { repairXml } from './xml-repair.ts';

/** Deeper nesting is in no format that is read here. */
const MAX_DEPTH = 40;
/** Elements of one record: a feed's entry has some dozens. */
const MAX_ELEMENTS = 20_000;
/** UTF-16 units of one element's text: what lies behind them is left out. */
const MAX_TEXT = 500_000;

/** Faults that are passed over at most. */
const MAX_FAULTS = 1000;

/** What breaks a rule and no element: whatever has an unknown prefix is nobody's, as is a second attribute of a name. */
const HARMLESS = /unbound namespace prefix|duplicate attribute|the string "\]\]>" is disallowed/;

/** An element with everything inside it. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** The namespace; empty if there is none. */
  readonly uri: string;
  /** By the name as it is written, prefix included. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All text inside, that of children included. */
  readonly text: string;
}

/** What an element is, before anything inside it is known. */
interface XmlPlace {
  readonly name: string;
  readonly uri: string;
  /** The root has none. */
  readonly depth: number;
}

/** The text is not XML that can be used; the message continues a sentence that begins with what was read. */
export class XmlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'XmlError';
  }
}

interface Open {
  readonly place: XmlPlace;
  readonly element: {
    name: string;
    uri: string;
    attributes: Map<string, string>;
    children: XmlElement[];
    text: string;
  };
  readonly parts: string[];
  /** UTF-16 units of the parts. */
  size: number;
}

/**
 * Reads XML element by element: each outermost one that is wanted is handed over whole, so that a long list is never
 * in memory as a tree. What can be put right is, see repairXml(). No entity grows: where a document type could declare
 * some, the text is refused. Returns what the root is. Throws an XmlError.
 */
export function readXml(
  xml: string,
  isWanted: (place: XmlPlace) => boolean,
  take: (element: XmlElement) => void,
): XmlPlace {
  const reader = new ElementReader(isWanted, take);
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', refuseDoctype);
  let passed = 0;
  parser.on('error', ({ message }) => {
    passed += 1;
    if (!HARMLESS.test(message) || passed > MAX_FAULTS)
      throw new XmlError(`is no well-formed XML (${message.slice(0, 160)})`);
  });
  parser.on('opentag', (tag) => reader.open(tag));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('closetag', () => reader.close());
  parser.write(repairXml(xml)).close();
  if (reader.root === undefined) throw new XmlError('is no XML');
  return reader.root;
}

/**
 * The root of XML, and the namespaces that are declared for what stands at its end, by their prefixes: for a text whose
 * rest is read part by part. Faults inside it are passed over. Throws an XmlError where there is no root.
 */
export function readXmlHead(xml: string): {
  readonly root: XmlPlace;
  readonly namespaces: ReadonlyMap<string, string>;
} {
  const parser = new SaxesParser({ xmlns: true });
  const open: SaxesTagNS[] = [];
  let root: SaxesTagNS | undefined;
  parser.on('doctype', refuseDoctype);
  let faults = 0;
  parser.on('error', () => {
    faults += 1;
    if (faults > MAX_FAULTS) throw new XmlError('is no well-formed XML');
  });
  parser.on('opentag', (tag) => {
    root ??= tag;
    open.push(tag);
    // The parser looks for a namespace through all that is open.
    if (open.length > MAX_DEPTH) throw new XmlError('is nested too deeply');
  });
  parser.on('closetag', () => open.pop());
  parser.write(repairXml(xml));
  if (root === undefined) throw new XmlError('is no XML');
  const { local: name, uri, ns } = root;
  const declared = [ns, ...open.map((tag) => tag.ns)].flatMap((own) => Object.entries(own));
  return { root: { name, uri, depth: 0 }, namespaces: new Map(declared) };
}

function refuseDoctype(doctype: string): void {
  if (/^\s*html\b/i.test(doctype)) throw new XmlError('is an HTML page');
  if (doctype.includes('[')) throw new XmlError('declares entities of its own');
}

/** The first child with a name; its namespace counts if one is given. */
export function child(element: XmlElement, name: string, uri?: string): XmlElement | undefined {
  return element.children.find((each) => each.name === name && (uri === undefined || each.uri === uri));
}

/** The text of a child in one line; empty if there is none. */
export function childText(element: XmlElement, name: string, uri?: string): string {
  return (child(element, name, uri)?.text ?? '').replace(/\s+/g, ' ').trim();
}

class ElementReader {
  root: XmlPlace | undefined;
  readonly #isWanted: (place: XmlPlace) => boolean;
  readonly #take: (element: XmlElement) => void;
  /** The wanted element and what is open inside it. */
  readonly #stack: Open[] = [];
  #depth = 0;
  #count = 0;

  constructor(isWanted: (place: XmlPlace) => boolean, take: (element: XmlElement) => void) {
    this.#isWanted = isWanted;
    this.#take = take;
  }

  open({ uri, local, attributes }: SaxesTagNS): void {
    const place = { name: local, uri, depth: this.#depth };
    this.root ??= place;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new XmlError('is nested too deeply');
    if (this.#stack.length === 0) {
      if (!this.#isWanted(place)) return;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count > MAX_ELEMENTS) throw new XmlError('has an entry of too many elements');
    const named = new Map(Object.entries(attributes).map(([name, { value }]) => [name, value]));
    const element = { name: local, uri, attributes: named, children: [], text: '' };
    this.#stack.push({ place, element, parts: [], size: 0 });
  }

  text(text: string): void {
    const open = this.#stack[this.#stack.length - 1];
    if (open === undefined) return;
    const part = text.slice(0, MAX_TEXT - open.size);
    open.size += part.length;
    open.parts.push(part);
  }

  close(): void {
    this.#depth -= 1;
    const open = this.#stack.pop();
    if (open === undefined) return;
    open.element.text = open.parts.join('');
    const parent = this.#stack[this.#stack.length - 1];
    if (parent === undefined) this.#take(open.element);
    else {
      parent.element.children.push(open.element);
      this.text(open.element.text);
    }
  }
}
