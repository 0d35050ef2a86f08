import { expect, it } from 'vitest'
import { findProblems, toMapDraft, toUpdate as updateOfLocked } from './map-draft.ts'

const noKey = { hasGoogleKey: false }
const noLockedSettings = { fromEnvironment: false, placeSearchFromEnvironment: false }
const toUpdate = (draft: Parameters<typeof updateOfLocked>[0], locked = noLockedSettings) =>
  updateOfLocked(draft, locked)
const emptyDraft = toMapDraft({ base: { kind: 'built_in' }, placeSearch: 'none' })

it('saved settings fill the form and are sent back unchanged', () => {
  const base = { kind: 'style', url: 'https://a.example/style.json', satelliteUrl: null } as const
  expect(toUpdate(toMapDraft({ base, placeSearch: 'photon' }))).toEqual({ base, placeSearch: 'photon' })
})

it('a key that was not typed is not sent, so that the saved one stays', () => {
  expect(toUpdate({ ...emptyDraft, kind: 'google' })).toEqual({
    base: { kind: 'google' },
    placeSearch: 'none',
  })
  expect(toUpdate({ ...emptyDraft, kind: 'google', googleKey: ' abc ' }).googleKey).toBe('abc')
  expect(findProblems({ ...emptyDraft, kind: 'google' }, noKey)).toHaveProperty('googleKey')
  expect(findProblems({ ...emptyDraft, kind: 'google' }, { hasGoogleKey: true })).toEqual({})
})

it('settings fixed by the operator are not sent', () => {
  expect(toUpdate(emptyDraft, { ...noLockedSettings, fromEnvironment: true })).toEqual({
    placeSearch: 'none',
  })
  expect(toUpdate(emptyDraft, { ...noLockedSettings, placeSearchFromEnvironment: true })).toEqual({
    base: { kind: 'built_in' },
  })
})

it('only the fields of the selected map count', () => {
  expect(findProblems({ ...emptyDraft, styleUrl: 'nonsense' }, noKey)).toEqual({})
  expect(findProblems({ ...emptyDraft, kind: 'style', styleUrl: 'http://a.example' }, noKey)).toHaveProperty(
    'styleUrl',
  )
  expect(findProblems({ ...emptyDraft, kind: 'pmtiles', pmtilesUrl: '/map-files/a.pmtiles' }, noKey)).toEqual(
    {},
  )
  expect(findProblems({ ...emptyDraft, kind: 'pmtiles', pmtilesUrl: '/etc/passwd' }, noKey)).toHaveProperty(
    'pmtilesUrl',
  )
})
