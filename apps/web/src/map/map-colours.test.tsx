import { afterEach, expect, it } from 'vitest'
import { readColours } from './map-colours.ts'

const root = document.documentElement
afterEach(() => root.removeAttribute('style'))

it('the colours are those of the page, even if the map is created while its surroundings are greyed out', () => {
  root.style.setProperty('--m-inside', '#0e7a57')
  const greyed = document.body.appendChild(document.createElement('div'))
  greyed.style.setProperty('--m-inside', '#5b6678')
  const read: (element?: Element) => ReturnType<typeof readColours> = readColours
  expect(read(greyed).people.inside).toBe('#0e7a57')
  greyed.remove()
})
