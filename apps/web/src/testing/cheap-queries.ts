import { configure, getConfig, prettyDOM } from '@testing-library/react'

/**
 * Makes the queries of tests cheaper without changing what they find. Printing the document and computing styles would take an eighth
 * of the time of all component tests.
 */
export function makeQueriesCheap(): void {
  configure({ getElementError: createElementError })
  window.getComputedStyle = element => withCheapProperties(element, computeStyle.call(window, element))
}

const computeStyle = window.getComputedStyle

/** Prints the document only for the last try of a query that waits, whose error is the one that the test shows. */
function createElementError(message: string | null, container: Element): Error {
  const willBeRepeated = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  const error = new Error([message, !willBeRepeated && prettyDOM(container)].filter(Boolean).join('\n\n'))
  error.name = 'TestingLibraryElementError'
  return error
}

/** The styles whose method is replaced already: the DOM returns the same object for an element each time. */
const cheapStyles = new WeakSet<CSSStyleDeclaration>()

/** The values of elements without a style attribute, by property and tag. */
const defaultValues = new Map<string, string>()

/** Properties that an element takes from its ancestors, and properties that are its own. Others are computed as usual. */
const inheritedProperties = new Set(['direction', 'visibility'])
const ownProperties = new Set([
  'display',
  'height',
  'overflow',
  'overflow-x',
  'overflow-y',
  'pointer-events',
  'position',
  'width',
])

/**
 * Reads common properties from style attributes, which alone decide them, because tests have no style sheets. Queries by role, clicks
 * and popovers read them for many elements, and the DOM would compute all properties of the element and of its ancestors each time.
 */
function withCheapProperties(element: Element, style: CSSStyleDeclaration): CSSStyleDeclaration {
  if (cheapStyles.has(style)) return style
  cheapStyles.add(style)
  const compute = style.getPropertyValue.bind(style)
  const getPropertyValue = (name: string) => {
    const isInherited = inheritedProperties.has(name)
    if (!isInherited && !ownProperties.has(name)) return compute(name)
    const inline = isInherited ? readInherited(element, name) : readInline(element, name)
    // These values depend on others.
    if (inline.includes('inherit') || inline.includes('var(')) return compute(name)
    return inline || readDefault(element.tagName, name)
  }
  Object.defineProperty(style, 'getPropertyValue', { value: getPropertyValue })
  return style
}

function readInherited(element: Element, name: string): string {
  for (let it: Element | null = element; it; it = it.parentElement) {
    const value = readInline(it, name)
    if (value) return value
  }
  return ''
}

const readInline = (element: Element, name: string) =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(name) : ''

function readDefault(tag: string, name: string): string {
  const key = `${tag} ${name}`
  let value = defaultValues.get(key)
  if (value === undefined) {
    const plainElement = document.body.appendChild(document.createElement(tag))
    value = computeStyle.call(window, plainElement).getPropertyValue(name)
    plainElement.remove()
    defaultValues.set(key, value)
  }
  return value
}
