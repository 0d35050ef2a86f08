import { expect, it } from 'vitest'

it('the style of an element is made cheap once, however often it is read', () => {
  const element = document.body.appendChild(document.createElement('p'))
  for (let n = 0; n < 20_000; n++) getComputedStyle(element)
  expect(getComputedStyle(element).getPropertyValue('margin-top')).toBeTypeOf('string')
  expect(getComputedStyle(element)).toBe(getComputedStyle(element))
  element.remove()
})

it('visibility is inherited from the style attributes of the ancestors, and display is not', () => {
  const parent = document.body.appendChild(document.createElement('div'))
  const child = parent.appendChild(document.createElement('span'))
  const readChild = () => [getComputedStyle(child).visibility, getComputedStyle(child).display]
  const [plainVisibility, plainDisplay] = readChild()
  expect(plainVisibility).not.toBe('hidden')
  parent.style.visibility = 'hidden'
  expect(readChild()).toEqual(['hidden', plainDisplay])
  child.style.cssText = 'visibility: visible; display: none'
  expect(readChild()).toEqual(['visible', 'none'])
  parent.remove()
})
