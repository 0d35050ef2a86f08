import { describe, expect, it } from 'vitest'
import {
  type CreationMethod,
  creationErrors,
  methodForKind,
  type NewZoneDraft,
  prepareDraft,
} from './creation-methods.ts'
import { shapeToDraft } from './shape-draft.ts'

const draft = (changes: Partial<NewZoneDraft> = {}): NewZoneDraft => ({
  requestId: 'r',
  name: '',
  description: '',
  maxCapacity: '',
  shape: shapeToDraft(undefined),
  organisationId: null,
  note: '',
  ...changes,
})
const drawnShape = shapeToDraft({
  boundary: 'polygon',
  points: [
    { lat: 1, lng: 1 },
    { lat: 2, lng: 1 },
    { lat: 2, lng: 2 },
  ],
})

describe('a way to create zones', () => {
  it('starts with its own kind of shape and capacity only where there is nothing yet', () => {
    expect(prepareDraft('normal', draft()).shape.kind).toBe('rectangle')
    expect(prepareDraft('multi', draft())).toMatchObject({ shape: { kind: 'polygon' }, maxCapacity: 50 })
    const drawnDraft = draft({ shape: drawnShape, maxCapacity: 7 })
    expect(prepareDraft('normal', drawnDraft)).toEqual({ shape: drawnShape, maxCapacity: 7 })
    expect(prepareDraft('multi', drawnDraft).maxCapacity).toBe(7)
  })

  it('takes the default capacity of coordinates along only to another way that has one', () => {
    const capacity = (method: CreationMethod, maxCapacity: number, before: CreationMethod) =>
      prepareDraft(method, draft({ maxCapacity }), before).maxCapacity
    expect(capacity('normal', 50, 'multi')).toBe('')
    expect(capacity('normal', 51, 'multi')).toBe(51)
    expect(capacity('location', 50, 'multi')).toBe(50)
    expect(capacity('interactive', 50, 'normal')).toBe(50)
  })

  it('gives the messages that the specification has for it', () => {
    expect(creationErrors('interactive', draft())).toMatchObject({
      name: 'Please enter a zone name',
      shape: 'Please add at least 3 points to create a zone',
    })
    expect(creationErrors('multi', draft({ maxCapacity: 1_001 }))).toMatchObject({
      name: 'Zone name is required',
      shape: 'At least 3 coordinates are required to create a zone',
      maxCapacity: 'Max capacity must be between 1 and 1000',
    })
    const { shape } = prepareDraft('normal', draft())
    expect(creationErrors('normal', draft({ shape, maxCapacity: -1 }))).toMatchObject({
      name: 'Zone name is required',
      maxCapacity: 'Max capacity must be a positive number',
    })
    expect(creationErrors('normal', draft({ name: 'Drawn', shape: drawnShape }))).toEqual({})
  })

  it('follows the kind of shape that is drawn', () => {
    expect(methodForKind('normal', 'polygon')).toBe('interactive')
    expect(methodForKind('multi', 'polygon')).toBe('multi')
    expect(methodForKind('multi', 'circle')).toBe('normal')
    expect(methodForKind('interactive', 'rectangle')).toBe('interactive')
  })
})
