import { parseAst } from 'vite'

/** A node of the syntax tree: its type, and properties that depend on it. */
type Node = { readonly type: string; readonly [property: string]: unknown }

const macros = ['Trans', 'Plural', 'Select', 'SelectOrdinal']
const textAttributes = ['alt', 'aria-label', 'description', 'label', 'placeholder', 'title']

/** Attributes and properties whose values look like text: styles, identifiers, and what translators read beside a message. */
const technicalAttributes = ['bd', 'className', 'context', 'flex', 'key', 'p', 'rel']
const technicalProperties = [
  'context',
  'fontFamily',
  'id',
  'kind',
  'message',
  'one',
  'other',
  'queryKey',
  'type',
]
/** Calls whose strings go to the browser's console, or name a module or a stored entry. */
const technicalCalls = ['abort', 'error', 'includes', 'lazyScreen', 'openDraft', 'warn']
/** Nodes whose strings are types, module paths, developers' errors, compared codes, or handled by a macro. */
const technicalNodes = [
  'BinaryExpression',
  'ExportAllDeclaration',
  'ImportDeclaration',
  'ImportExpression',
  'TaggedTemplateExpression',
  'ThrowStatement',
  'TSLiteralType',
]

/** Names of products and samples of input, which are the same in every language. */
const untranslated = [
  /^(Bearer|Bearer …|… · Muster|Muster|Android|Chrome|Edge|Firefox|Linux|Mac|Opera|Safari|Samsung Internet|Windows)$/,
  /^(Google Maps|Inter Variable|Natural Earth|Nominatim|OsmAnd|Overland|OwnTracks|Photon|Traccar Client)$/,
  /^© OpenStreetMap contributors$/,
  /^First name, ?Last name/,
  /^(https?:\S+|\/\S+|[\w-]+(\.\w+)+|[X-]+)$/,
]

/**
 * Returns the strings of a module that a person could read on screen and that no macro translates. Strings that JSX shows count if
 * they contain a word. Elsewhere a string counts if it begins with a capitalised word or ends like a sentence, and a template if it
 * puts a word beside a value.
 */
export function findLooseTexts(code: string, lang: 'ts' | 'tsx'): string[] {
  const texts = new Set<string>()
  const add = (text: string) => void texts.add(text)
  visit(parseAst(code, { lang }), add)
  return [...texts]
}

type Add = (text: string) => void

function visit(node: unknown, add: Add): void {
  if (Array.isArray(node)) for (const child of node) visit(child, add)
  if (!isNode(node) || isTechnical(node)) return
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') addShown(node.children, add)
  if (node.type === 'JSXAttribute' && textAttributes.includes(readName(node.name))) addShown(node.value, add)
  const text = readText(node)
  if (text !== undefined && (node.type === 'Literal' ? beginsOrEndsAsText(text) : joinsWords(text))) add(text)
  for (const child of Object.values(node)) visit(child, add)
}

/** Adds what JSX can show of an expression: `{isOpen ? 'open' : 'closed'}`, `` label={`${count} ${unit ?? 'in total'}`} ``. */
function addShown(node: unknown, add: Add): void {
  if (Array.isArray(node)) for (const child of node) addShown(child, add)
  if (!isNode(node)) return
  const text = readText(node)
  if (text !== undefined && hasWord(text)) add(text)
  const { expression, expressions, consequent, alternate, left, right } = node
  if (node.type === 'JSXExpressionContainer') addShown(expression, add)
  if (node.type === 'TemplateLiteral') addShown(expressions, add)
  if (node.type === 'ConditionalExpression') addShown([consequent, alternate], add)
  if (node.type === 'LogicalExpression') addShown([left, right], add)
}

/** Returns the trimmed text of a string, of text between tags, or of a template with `…` for each value. */
function readText({ type, value, quasis }: Node): string | undefined {
  if (type === 'TemplateLiteral')
    return (quasis as { value: { cooked: string } }[]).map(part => part.value.cooked).join('…')
  return ['Literal', 'JSXText'].includes(type) && typeof value === 'string' ? value.trim() : undefined
}

const isNode = (value: unknown): value is Node => typeof Object(value).type === 'string'
const readName = (node: unknown) => String(Object(node).name ?? Object(node).value ?? '')

function isTechnical(node: Node): boolean {
  if (technicalNodes.includes(node.type)) return true
  if (node.type === 'JSXElement') return macros.includes(readName(Object(node.openingElement).name))
  if (node.type === 'JSXAttribute') return technicalAttributes.includes(readName(node.name))
  if (node.type === 'Property') return technicalProperties.includes(readName(node.key))
  if (node.type === 'NewExpression') return readName(node.callee).endsWith('Error')
  const callee = Object(node.callee)
  // Only errors pass text to the class that they extend.
  if (callee.type === 'Super') return true
  return node.type === 'CallExpression' && technicalCalls.includes(readName(callee.property ?? callee))
}

const isUntranslated = (text: string) => untranslated.some(pattern => pattern.test(text))
const hasWord = (text: string) => /\p{Letter}{2}/u.test(text) && !isUntranslated(text)
const beginsOrEndsAsText = (text: string) =>
  /^\p{Lu}\p{Ll}+(\s|$)|\p{Letter}{2}\s+\p{Letter}{2,}[.:?!]$/u.test(text) && !isUntranslated(text)
/** True if a template has a word of its own beside a value, as in `… people`. A word joined to a value is a code: `…px`. */
const joinsWords = (text: string) =>
  /\p{Letter}{2,}(\s|$)/u.test(text.replaceAll(/\S*…\S*/g, ' ')) && !isUntranslated(text)
