import { parseAst } from 'vite'

/** A node of the syntax tree: its type, and properties that depend on it. */
type Node = { readonly type: string; readonly [property: string]: unknown }

/**
 * A string that a person could read and that no macro translates. `place` names what surrounds it, from the outside in:
 * `const toRow > appendEvent() > description`.
 */
export type LooseText = { readonly text: string; readonly place: string }

const macroElements = ['Trans', 'Plural', 'SelectOrdinal']
const macros = ['t', 'msg', 'defineMessage', 'plural', 'select', 'selectOrdinal']
/** Attributes and properties that screens show, even a single word without a capital. */
const shownNames =
  /^(alt|aria-(description|label|roledescription|valuetext)|(.+[a-z])?(Description|Heading|Hint|Label|Message|Placeholder|Title)|description|heading|hint|label|placeholder|title)$/
/** Attributes and properties whose values look like text: styles, identifiers and names for the program. */
const technicalNames =
  /^(bd|border\w*|className|enterKeyHint|flex|fontFamily|id|key|kind|p|queryKey|rel|styles?|transform|transition|type)$/
/** Nodes whose strings are types or module paths. */
const technicalNodes = ['ExportAllDeclaration', 'ImportDeclaration', 'ImportExpression', 'TSLiteralType']
const technicalCalls = ['abort', 'closest', 'includes', 'lazyScreen', 'matchMedia', 'openDraft']
const loggers = ['console', 'log', 'logger']

/**
 * Returns the strings of a module that a person could read and that no macro translates. Strings that JSX or a property such as
 * `label` shows count if they contain a word. Elsewhere a string counts if it begins with a capitalised word, ends like a sentence
 * or has several words, and a template or a concatenation if it puts a word beside a value. Logs, errors for developers and compared
 * codes do not count. In a module that shows nothing (`isShown: false`), where most strings are for programs, a string without a
 * capital counts only if it ends like a sentence.
 */
export function findLooseTexts(
  code: string,
  { isTsx = false, isShown }: { readonly isTsx?: boolean; readonly isShown: boolean },
): LooseText[] {
  const texts = new Map<string, LooseText>()
  const counts = isShown ? isText : beginsOrEndsAsText
  const add = (text: string, trail: readonly string[]) => {
    const looseText = { text: text.replaceAll(/\s+/g, ' ').trim(), place: trail.join(' > ') }
    texts.set(`${looseText.place}: ${looseText.text}`, looseText)
  }
  visit(parseAst(code, { lang: isTsx ? 'tsx' : 'ts' }), [])
  return [...texts.values()]

  function visit(node: unknown, trail: readonly string[]): void {
    if (Array.isArray(node)) for (const child of node) visit(child, trail)
    if (!isNode(node) || isTechnical(node)) return
    const name = readPlace(node)
    const place = name === '' ? trail : [...trail, name]
    if (isMacro(node)) {
      visitMacro(node, place)
      return
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') addShown(node.children, place)
    if (['JSXAttribute', 'Property'].includes(node.type) && shownNames.test(name) && isShown)
      addShown(node.value, place)
    const text = readText(node)
    if (text !== undefined && (isJoined(node) && isShown ? joinsWords : counts)(text)) add(text, place)
    for (const child of readChildren(node)) visit(child, place)
  }

  /** Visits the values in a message, but not its words. */
  function visitMacro(node: unknown, trail: readonly string[]): void {
    if (Array.isArray(node)) for (const child of node) visitMacro(child, trail)
    if (!isNode(node) || isString(node) || node.type === 'JSXText') return
    const parts = readMessageParts(node)
    if (parts) visitMacro(parts, trail)
    else {
      addShown(node, trail)
      visit(node, trail)
    }
    if (node.type === 'JSXElement' && !isMacro(node)) visit(node.openingElement, trail)
  }

  /** Adds what is shown of an expression: `{isOpen ? 'open' : 'closed'}`, `` label={`${count} ${unit ?? 'in total'}`} ``. */
  function addShown(node: unknown, trail: readonly string[]): void {
    if (Array.isArray(node)) for (const child of node) addShown(child, trail)
    if (!isNode(node)) return
    const text = readText(node)
    if (text !== undefined && hasWord(text)) add(text, trail)
    const { type, expression, expressions, consequent, alternate, left, right } = node
    if (type === 'JSXExpressionContainer') addShown(expression, trail)
    if (type === 'TemplateLiteral') addShown(expressions, trail)
    if (type === 'ConditionalExpression') addShown([consequent, alternate], trail)
    if (type === 'LogicalExpression') addShown([left, right], trail)
    if (isConcatenation(node)) addShown(readChildren(node), trail)
  }
}

const isNode = (value: unknown): value is Node => typeof Object(value).type === 'string'
const isString = (node: unknown) => Object(node).type === 'Literal' && typeof Object(node).value === 'string'
const isConcatenation = (node: unknown): boolean =>
  Object(node).type === 'BinaryExpression' &&
  Object(node).operator === '+' &&
  readOperands(node).some(isString)
const isJoined = (node: Node) => node.type === 'TemplateLiteral' || node.type === 'BinaryExpression'
const readName = (node: unknown) => String(Object(node).name ?? Object(node).value ?? '')

/** Returns the nodes inside, without the strings of a concatenation, which belong to its text, and without the name of a property. */
function readChildren(node: Node): unknown[] {
  if (isConcatenation(node)) return readOperands(node).filter(operand => !isString(operand))
  if (node.type === 'TaggedTemplateExpression') return [Object(node.quasi).expressions]
  return node.type === 'Property' && !node.computed ? [node.value] : Object.values(node)
}

/** Returns the nodes inside that are part of the message, or undefined for a value. */
function readMessageParts(node: Node): unknown {
  if (node.type === 'JSXElement')
    return [isMacro(node) ? Object(node.openingElement).attributes : [], node.children]
  if (node.type === 'TemplateLiteral') return node.expressions
  if (node.type === 'ObjectExpression') return node.properties
  if (node.type === 'JSXAttribute' || node.type === 'Property') return node.value
  if (node.type === 'JSXExpressionContainer') return node.expression
  if (!isMacro(node)) return undefined
  return node.type === 'TaggedTemplateExpression' ? node.quasi : node.arguments
}

/** Returns the operands of a chain of `+`. */
const readOperands = (node: unknown): unknown[] =>
  Object(node).type === 'BinaryExpression' && Object(node).operator === '+'
    ? [Object(node).left, Object(node).right].flatMap(readOperands)
    : [node]

/** Returns the text of a string or between tags, or of a template or a concatenation with `…` for each value. */
function readText(node: Node): string | undefined {
  if (isConcatenation(node))
    return readOperands(node)
      .map(part => (isString(part) ? Object(part).value : '…'))
      .join('')
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(part => part.value.cooked).join('…')
  return isString(node) || node.type === 'JSXText' ? String(node.value).trim() : undefined
}

/** Returns the name that a node gives to the strings inside, or nothing. */
function readPlace(node: Node): string {
  if (node.type === 'JSXAttribute') return readName(node.name)
  if (node.type === 'Property') return readName(node.key)
  if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') return readName(node.id)
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return ''
  const callee = Object(node.callee)
  return `${readName(callee.property ?? callee)}()`
}

function isMacro(node: Node): boolean {
  if (node.type === 'JSXElement') return macroElements.includes(readName(Object(node.openingElement).name))
  return macros.includes(readName(node.type === 'TaggedTemplateExpression' ? node.tag : node.callee))
}

function isTechnical(node: Node): boolean {
  if (technicalNodes.includes(node.type)) return true
  if (node.type === 'BinaryExpression') return node.operator !== '+'
  if (node.type === 'JSXAttribute') return technicalNames.test(readName(node.name))
  if (node.type === 'Property') return technicalNames.test(readName(node.key))
  if (node.type === 'ThrowStatement') return Object(node.argument).type === 'NewExpression'
  if (node.type === 'NewExpression') return /(Error|Exception)$/.test(readName(node.callee))
  if (node.type !== 'CallExpression') return false
  const callee = Object(node.callee)
  // Only errors pass text to the class that they extend.
  if (callee.type === 'Super') return true
  return (
    loggers.includes(readName(callee.object?.property ?? callee.object)) ||
    technicalCalls.includes(readName(callee.property ?? callee))
  )
}

const hasWord = (text: string) => /\p{Letter}{2}/u.test(text)
const beginsOrEndsAsText = (text: string) =>
  /^\p{Lu}\p{Ll}+(\s|$)|^\p{Lu}\p{Ll}*\s.*\p{Ll}{2}|\p{Letter}{2}\s+\p{Letter}{2,}[.:?!]$/su.test(text.trim())
const isText = (text: string) => beginsOrEndsAsText(text) || /^\p{Ll}+( \p{Ll}+)+$/u.test(text)
/** True if a template has a word of its own beside a value, as in `… people`. A word joined to a value is a code: `…px`. */
const joinsWords = (text: string) => /\p{Letter}{2,}(\s|$)/u.test(text.replaceAll(/\S*…\S*/g, ' '))
