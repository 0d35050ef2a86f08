import { afterEach, expect, it } from 'vitest'
import { readColours } from './map-colours.ts'

const root = document.documentElement
afterEach(() => root.removeAttribute('style'))

it('are those of the page, also where the map is made while what is around it is greyed', () => {
  root.style.setProperty('--m-inside', '#0e7a57')
  const greyed = document.body.appendChild(document.createElement('div'))
  greyed.style.setProperty('--m-inside', '#5b6678')
  const read: (element?: Element) => ReturnType<typeof readColours> = readColours
  expect(read(greyed).people.inside).toBe('#0e7a57')
  greyed.remove()
})
