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

it('the width and the direction are those of the style attributes, also where they depend on others', () => {
  const parent = document.body.appendChild(document.createElement('div'))
  const child = parent.appendChild(document.createElement('span'))
  parent.style.cssText = 'direction: rtl; width: 90px; pointer-events: none; --wide: 70px'
  expect(getComputedStyle(child).direction).toBe('rtl')
  expect([getComputedStyle(parent).width, getComputedStyle(parent).pointerEvents]).toEqual(['90px', 'none'])
  expect([getComputedStyle(child).width, getComputedStyle(child).pointerEvents]).toEqual(['', ''])
  child.style.width = 'var(--wide)'
  expect(getComputedStyle(child).width).toBe('70px')
  parent.remove()
})
