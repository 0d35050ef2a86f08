import { configure, getConfig, prettyDOM } from '@testing-library/react'

/**
 * Makes the queries of tests cheaper without changing what they find. Printing the document and computing styles would take an eighth
 * of the time of all component tests.
 */
export function makeQueriesCheap(): void {
  configure({ getElementError: createElementError })
  window.getComputedStyle = element => withCheapVisibility(element, computeStyle.call(window, element))
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

/**
 * Reads `display` and `visibility` from style attributes, which alone decide them, because tests have no style sheets. Queries by role
 * read both for every element, and the DOM would compute all properties of the element and of its ancestors each time.
 */
function withCheapVisibility(element: Element, style: CSSStyleDeclaration): CSSStyleDeclaration {
  if (cheapStyles.has(style)) return style
  cheapStyles.add(style)
  const compute = style.getPropertyValue.bind(style)
  const getPropertyValue = (name: string) => {
    if (name === 'display') return readInline(element, name) || readDefault(element.tagName, name)
    if (name !== 'visibility') return compute(name)
    for (let it: Element | null = element; it; it = it.parentElement)
      if (readInline(it, name)) return readInline(it, name)
    return readDefault(element.tagName, name)
  }
  Object.defineProperty(style, 'getPropertyValue', { value: getPropertyValue })
  return style
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
