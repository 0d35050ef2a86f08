import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Claim, clampClaimTime, deriveState, isInTime, matchesTick, toAnswerTime } from './claims.ts'
import { type ClaimState, claimHows, personStates } from './emergency.ts'
import { limits } from './limits.ts'

const anyClaim: fc.Arbitrary<Claim> = fc
  .record({
    requestId: fc.uuid(),
    state: fc.constantFrom(...personStates, 'neutral' as const),
    how: fc.constantFrom(...claimHows),
    // Few different times, so that claims at the same moment occur.
    happenedAt: fc.integer({ min: 0, max: 5 }),
    receivedAt: fc.integer({ min: 0, max: 8 }),
  })
  .map(claim => (claim.how === 'entry' || claim.how === 'order' ? { ...claim, state: 'missing' } : claim))
const claims = fc.uniqueArray(anyClaim, { selector: it => it.requestId, maxLength: 12 })
const createClaim = (happenedAt: number, state: Claim['state'], how: Claim['how'] = 'own'): Claim => ({
  requestId: `${happenedAt}-${state}-${how}`,
  state,
  how,
  happenedAt,
  receivedAt: happenedAt,
})
/** Takes back a claim at a time. */
const undo = ({ requestId, how }: Claim, happenedAt: number): Claim => ({
  ...createClaim(happenedAt, 'undone', how),
  requestId: `undo-${requestId}`,
  undoes: requestId,
})
const anyEnd = fc.record({
  allClearAt: fc.integer({ min: 0, max: 5 }),
  recordedAt: fc.integer({ min: 5, max: 8 }),
})

describe('the state of a person', () => {
  it('is as before a claim that was taken back, whatever was said in between', () => {
    fc.assert(
      fc.property(claims, anyClaim, fc.integer({ min: 0, max: 9 }), (others, mistake, at) => {
        const undone = deriveState([...others, mistake, undo(mistake, at)])
        expect({ ...undone, calls: [] }).toEqual({ ...deriveState(others), calls: [] })
      }),
    )
  })

  it('lists a call for help, and that it was taken back', () => {
    const call = createClaim(1, 'help')
    expect(deriveState([call, undo(call, 2), createClaim(3, 'safe')]).calls).toEqual([call, undo(call, 2)])
    const mark = createClaim(1, 'not_on_site', 'captain')
    expect(deriveState([mark, undo(mark, 2)])).toMatchObject({ state: 'missing', calls: [] })
  })

  it('at the end is the one of the claims until then, and what captains said later are corrections', () => {
    fc.assert(
      fc.property(claims, anyEnd, (them, end) => {
        const isLater = (it: Claim) => it.happenedAt > end.allClearAt && it.receivedAt >= end.recordedAt
        const { corrections, ...outcome } = deriveState(them, { end })
        const { corrections: none, ...expected } = deriveState(them.filter(it => !isLater(it)))
        expect([outcome, none]).toEqual([expected, []])
        expect(corrections.every(it => isLater(it) && it.how === 'captain')).toBe(true)
        const laterMarks = them.filter(it => isLater(it) && it.how === 'captain' && it.state !== 'neutral')
        expect(corrections).toHaveLength(laterMarks.length)
      }),
    )
  })

  it('counts the changed order also for people who have no claim about it', () => {
    fc.assert(
      fc.property(claims, fc.integer({ min: 1, max: 5 }), (them, orderedAt) => {
        const others = them.filter(it => it.how !== 'order' && it.happenedAt !== orderedAt)
        const withClaim = deriveState([...others, createClaim(orderedAt, 'missing', 'order')], { orderedAt })
        const without = deriveState(others, { orderedAt })
        const toFacts = ({ claim, ...it }: typeof without) => ({ ...it, claim: claim?.happenedAt })
        expect(toFacts(without)).toEqual(toFacts(withClaim))
      }),
    )
  })

  it('is asked again by a changed order, which ends no call for help and brings nobody back to the site', () => {
    const order = createClaim(2, 'missing', 'order')
    const outcomes = (['safe', 'help', 'elsewhere', 'neutral'] as const).map(state =>
      deriveState([createClaim(1, state), order]),
    )
    expect(outcomes.map(it => [it.state, it.accountedAt, it.disputed, it.answer])).toEqual([
      ['missing', undefined, false, undefined],
      ['help', undefined, false, undefined],
      ['elsewhere', 1, false, undefined],
      ['missing', undefined, false, undefined],
    ])
    expect(deriveState([createClaim(3, 'safe'), order]).state).toBe('safe')
    expect(deriveState([order]).claim).toBeUndefined()
  })

  it('does not depend on the order in which claims arrive', () => {
    const shuffled = claims.chain(them =>
      fc.tuple(fc.constant(them), fc.shuffledSubarray(them, { minLength: them.length })),
    )
    fc.assert(
      fc.property(shuffled, ([them, arrival]) => {
        expect(deriveState(arrival)).toEqual(deriveState(them))
      }),
    )
  })

  it('is the same when claims arrive twice', () => {
    fc.assert(
      fc.property(claims, them => {
        expect(deriveState([...them, ...them])).toEqual(deriveState(them))
      }),
    )
  })

  it('is missing only if nobody said anything about it or somebody said so', () => {
    fc.assert(
      fc.property(claims, them => {
        const { state, claim } = deriveState(them)
        if (them.every(it => it.state === 'neutral' || it.how === 'order')) expect(claim).toBeUndefined()
        if (them.some(it => it.state !== 'neutral' && it.how !== 'order')) expect(claim).toBeDefined()
        expect(state).toBe(claim?.state ?? 'missing')
      }),
    )
  })

  it('never leaves a call for help unless the person or a captain says safe later', () => {
    fc.assert(
      fc.property(claims, them => {
        const calls = them.filter(it => it.state === 'help')
        if (calls.length === 0 || deriveState(them).state === 'help') return
        const lastCall = Math.max(...calls.map(it => it.happenedAt))
        expect(them.some(it => it.state === 'safe' && it.how !== 'point' && it.happenedAt > lastCall)).toBe(
          true,
        )
      }),
    )
  })

  it('keeps a call for help when the phone enters an assembly point, or somebody says not on site', () => {
    expect(deriveState([createClaim(1, 'help'), createClaim(2, 'safe', 'point')]).state).toBe('help')
    expect(deriveState([createClaim(1, 'help'), createClaim(2, 'not_on_site', 'captain')]).state).toBe('help')
    expect(deriveState([createClaim(1, 'help'), createClaim(2, 'safe', 'captain')]).state).toBe('safe')
  })

  it('is missing again when somebody who was elsewhere or not on site comes in, and stays safe or in need of help', () => {
    const comesIn = createClaim(3, 'missing', 'entry')
    const stateBefore = (state: Claim['state']) =>
      deriveState([createClaim(2, state, 'captain'), comesIn]).state
    expect((['elsewhere', 'not_on_site', 'safe', 'help'] as const).map(stateBefore)).toEqual([
      ...['missing', 'missing', 'safe', 'help'],
    ])
    // A late "I'm safe" from before the entry.
    expect(deriveState([createClaim(1, 'elsewhere', 'captain'), createClaim(2, 'safe'), comesIn]).state).toBe(
      'safe',
    )
  })

  it('is not disputed between what others said before somebody came in and the person after it', () => {
    const { state, disputed } = deriveState([
      ...[createClaim(1, 'elsewhere', 'captain'), createClaim(2, 'missing', 'entry'), createClaim(3, 'safe')],
    ])
    expect([state, disputed]).toEqual(['safe', false])
  })

  it('is accounted for from the last time that nobody had to look any more, whatever was corrected since', () => {
    const readAccountedAt = (...them: Claim[]) => deriveState(them).accountedAt
    const home = createClaim(13, 'elsewhere', 'captain')
    expect(readAccountedAt(createClaim(3, 'safe'), home)).toBe(3)
    expect(readAccountedAt(createClaim(3, 'safe'), createClaim(5, 'missing', 'captain'), home)).toBe(13)
    expect(
      readAccountedAt(createClaim(3, 'help'), createClaim(6, 'safe', 'point'), createClaim(8, 'safe')),
    ).toBe(8)
    expect(readAccountedAt(createClaim(3, 'safe'), createClaim(5, 'help'))).toBeUndefined()
    expect(readAccountedAt()).toBeUndefined()
  })

  it('is missing again when a captain sends somebody back in', () => {
    expect(deriveState([createClaim(1, 'safe'), createClaim(2, 'missing', 'captain')]).state).toBe('missing')
  })

  it('keeps its time when somebody says the same again', () => {
    const first = createClaim(1, 'safe')
    expect(deriveState([first, createClaim(2, 'safe', 'captain'), createClaim(3, 'safe')]).claim).toEqual(
      first,
    )
    const again = createClaim(4, 'safe')
    expect(deriveState([first, createClaim(3, 'missing', 'captain'), again]).claim).toEqual(again)
  })

  it('is the same with and without neutral answers', () => {
    fc.assert(
      fc.property(claims, them => {
        const toState = ({ answer: _, own: __, ...outcome }: ReturnType<typeof deriveState>) => outcome
        const others = deriveState(them.filter(it => it.state !== 'neutral'))
        expect(toState(others)).toEqual(toState(deriveState(them)))
      }),
    )
  })

  it('comes with what the person said last to the present order, or with their call for help', () => {
    const order = createClaim(3, 'missing', 'order')
    const readOwn = (...them: Claim[]) => deriveState(them).own?.happenedAt
    expect(readOwn(createClaim(1, 'help'), createClaim(2, 'neutral'))).toBe(2)
    expect(readOwn(createClaim(1, 'help'), createClaim(2, 'neutral'), order)).toBe(1)
    expect(readOwn(createClaim(2, 'neutral'), order)).toBeUndefined()
    expect(readOwn(createClaim(2, 'safe'), order, createClaim(4, 'neutral'))).toBe(4)
    expect(readOwn(createClaim(2, 'safe', 'captain'))).toBeUndefined()
  })

  it('comes with the last neutral answer until the person says something else, whatever others say', () => {
    const [first, second] = [createClaim(1, 'neutral'), createClaim(3, 'neutral')]
    const mark = createClaim(4, 'missing', 'captain')
    expect(deriveState([mark, second, first]).answer).toEqual(second)
    expect(deriveState([first, createClaim(2, 'help')]).answer).toBeUndefined()
    expect(deriveState([first, createClaim(2, 'help'), second])).toMatchObject({
      state: 'help',
      answer: second,
    })
  })

  it('is disputed while the person and others say different things', () => {
    const calls = [createClaim(1, 'help'), createClaim(2, 'safe', 'captain')]
    expect(deriveState(calls).disputed).toBe(true)
    expect(deriveState([...calls, createClaim(3, 'safe')]).disputed).toBe(false)
    expect(deriveState([createClaim(1, 'help'), createClaim(3, 'safe')]).disputed).toBe(false)
  })
})

it('dates a claim between the declaration and now', () => {
  const bounds = { declaredAt: 100, now: 200 }
  expect([50, 150, 250].map(at => clampClaimTime(at, bounds))).toEqual([100, 150, 200])
})

it('dates an answer to an earlier order before the present one, and one to the present order after it', () => {
  const date = (at: number, answeredAt: number, state: ClaimState = 'safe') =>
    toAnswerTime(at, { state, answeredAt, orderedAt: 100 })
  expect([date(150, 50), date(70, 50), date(95, 100), date(150, 100)]).toEqual([99, 70, 101, 150])
  expect([date(150, 50, 'help'), date(70, 50, 'help')]).toEqual([150, 70])
})

describe('what is accepted', () => {
  const time = fc.integer({ min: 0, max: 100 * 60 * 60 * 1_000 })
  const event = fc.record({
    zoneIds: fc.subarray(['yard', 'dock', 'gate']),
    declaredAt: time,
    allClearAt: fc.option(time),
  })

  it('never counts a tick of another zone, of longer before, or after the all clear', () => {
    fc.assert(
      fc.property(event, fc.constantFrom('yard', 'dock', 'gate'), time, (emergency, zoneId, at) => {
        const { zoneIds, declaredAt, allClearAt } = emergency
        const isOther = !zoneIds.includes(zoneId) || declaredAt - at > limits.earlyTickMs
        const isAfter = allClearAt !== null && at > allClearAt
        expect(matchesTick(emergency, { zoneId, at })).toBe(!isOther && !isAfter)
      }),
    )
  })

  it('never lets the tick of a drill count in a real emergency of other zones', () => {
    fc.assert(
      fc.property(event, event, time, (drill, real, at) => {
        const zoneId = drill.zoneIds.find(it => !real.zoneIds.includes(it))
        if (zoneId === undefined) return
        expect(matchesTick(real, { zoneId, at })).toBe(false)
      }),
    )
  })

  it('is what happened before the all clear, for a day', () => {
    const now = 10 * limits.heldTickMs
    const allClearAt = now - 1_000
    expect([now, allClearAt, now - limits.heldTickMs].map(at => isInTime({ allClearAt }, at, now))).toEqual([
      ...[false, true, true],
    ])
    expect(isInTime({ allClearAt }, now - limits.heldTickMs - 1, now)).toBe(false)
    expect(isInTime({ allClearAt: null }, 0, now)).toBe(true)
  })
})
