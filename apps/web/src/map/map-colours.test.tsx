import { afterEach, expect, it } from 'vitest'
import { readColours } from './map-colours.ts'

const root = document.documentElement
afterEach(() => root.removeAttribute('style'))

it('the colours are those of the page, even if the map is created while its surroundings are greyed out', () => {
  root.style.setProperty('--m-inside', '#0e7a57')
  const greyedElement = document.body.appendChild(document.createElement('div'))
  greyedElement.style.setProperty('--m-inside', '#5b6678')
  const read: (element?: Element) => ReturnType<typeof readColours> = readColours
  expect(read(greyedElement).people.inside).toBe('#0e7a57')
  greyedElement.remove()
})
