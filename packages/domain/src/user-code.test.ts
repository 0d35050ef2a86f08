import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findUserCode,
  groupUserCode,
  isUserCode,
  makeUserCode,
  normalizeUserCode,
  userCodeBytes,
} from './user-code.ts'

describe('a user code', () => {
  test('is a prefix and three groups of four letters', () => {
    expect(makeUserCode(new Uint8Array(userCodeBytes))).toBe('MUS-AAAA-AAAA-AAAA')
    expect(makeUserCode(Uint8Array.from({ length: userCodeBytes }, (_, i) => i))).toMatch(
      /^MUS-[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/,
    )
  })

  test('is always well formed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: userCodeBytes, maxLength: 40 }), bytes => {
        const code = makeUserCode(bytes)
        expect(isUserCode(code)).toBe(true)
        expect(normalizeUserCode(code)).toBe(code)
      }),
    )
  })

  test('carries at least 56 bits: each of twelve positions takes each of 26 letters with equal probability', () => {
    expect(12 * Math.log2(26)).toBeGreaterThan(56)
    const codes = 26_000
    const counts = Array.from({ length: 12 }, () => new Map<string, number>())
    // A pseudorandom sequence that is the same in every run and random enough for this test.
    let state = 1n
    const nextByte = () => {
      state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
      return Number(state >> 56n)
    }
    for (let n = 0; n < codes; n += 1) {
      const letters = makeUserCode(Uint8Array.from({ length: userCodeBytes }, nextByte))
        .slice(4)
        .replaceAll('-', '')
      for (const [position, letter] of [...letters].entries())
        counts[position]?.set(letter, (counts[position].get(letter) ?? 0) + 1)
    }
    for (const letterCounts of counts) {
      expect(letterCounts.size).toBe(26)
      // 1,000 are expected; this allows five standard deviations in either direction.
      for (const count of letterCounts.values()) expect(Math.abs(count - codes / 26)).toBeLessThan(160)
    }
  })

  test('uses every byte', () => {
    for (let i = 0; i < userCodeBytes; i += 1) {
      const bytes = new Uint8Array(userCodeBytes)
      bytes[i] = 1
      expect(makeUserCode(bytes)).not.toBe(makeUserCode(new Uint8Array(userCodeBytes)))
    }
  })

  test('requires enough random bytes', () => {
    expect(() => makeUserCode(new Uint8Array(userCodeBytes - 1))).toThrow(RangeError)
  })
})

describe('typed text', () => {
  test.each([
    ' mus-bcdf-ghjk-mnpr\n',
    'MUSBCDFGHJKMNPR',
    'mus bcdf ghjk mnpr',
    'MUS–BCDF–GHJK–MNPR',
    'bcdfghjkmnpr',
    'BCDF-GHJK-MNPR',
  ])('%j is normalised', text => {
    expect(normalizeUserCode(text)).toBe('MUS-BCDF-GHJK-MNPR')
  })

  test('may lack the prefix and still begin with its letters', () => {
    expect(normalizeUserCode('musa bcde fghi')).toBe('MUS-MUSA-BCDE-FGHI')
  })

  test('is trimmed and upper-cased, and rejected if it is not a code', () => {
    expect(normalizeUserCode('  abc-1 ')).toBe('ABC-1')
    expect(
      ['', 'ABC-1', 'MUS-BCDF-GHJK', 'MUS-BCDF-GHJK-MNP1', 'mus-bcdf-ghjk-mnpr', 'XMUS-BCDF-GHJK-MNPR'].some(
        isUserCode,
      ),
    ).toBe(false)
  })
})

describe('a code while it is typed', () => {
  test.each([
    ['', ''],
    ['qkz', 'QKZ'],
    ['qkzb', 'QKZB'],
    ['qkzba', 'QKZB-A'],
    ['QKZB-AWTE-xcvm', 'QKZB-AWTE-XCVM'],
    ['qkzbawtexcvm', 'QKZB-AWTE-XCVM'],
    ['mus', 'MUS'],
    ['mus-', 'MUS-'],
    ['mus-q', 'MUS-Q'],
    ['MUS qkzb awte xcvm', 'MUS-QKZB-AWTE-XCVM'],
    ['musqkzbawtexcvm', 'MUS-QKZB-AWTE-XCVM'],
    // These twelve letters begin like the prefix.
    ['muskzbawtexc', 'MUSK-ZBAW-TEXC'],
    // Text that is not a code is preserved.
    ['qkzb1', 'QKZB1'],
    ['qkzb-awte-xcvm-q', 'QKZB-AWTE-XCVM-Q'],
  ])('%s is shown as %s', (typed, shown) => {
    expect(groupUserCode(typed)).toBe(shown)
  })

  test('grouping does not change the stored code, and grouping again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: userCodeBytes, maxLength: 40 }),
        fc.boolean(),
        (bytes, isBare) => {
          const code = makeUserCode(bytes)
          const shownCode = groupUserCode(
            isBare ? code.slice(4).replaceAll('-', '') : code.replaceAll('-', ''),
          )
          expect(normalizeUserCode(shownCode)).toBe(code)
          expect(groupUserCode(shownCode)).toBe(shownCode)
        },
      ),
    )
  })
})

test.each([
  ['https://muster.example/#/zone-app-users?add=MUS-QKZB-AWTE-XCVM', 'MUS-QKZB-AWTE-XCVM'],
  ['My Muster user code: mus-qkzb-awte-xcvm.', 'MUS-QKZB-AWTE-XCVM'],
  ['qkzb awte xcvm', 'MUS-QKZB-AWTE-XCVM'],
  ['https://muster.example/', 'HTTPS://MUSTER.EXAMPLE/'],
])('"%s" contains the code %s', (text, code) => {
  expect(findUserCode(text)).toBe(code)
})
