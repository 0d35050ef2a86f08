import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUserCode, makeUserCode, normalizeUserCode, userCodeBytes } from './user-code.ts'

describe('a user code', () => {
  test('is a prefix and three groups of four letters', () => {
    expect(makeUserCode(Uint8Array.from({ length: 12 }, (_, i) => i))).toBe('MUS-BCDF-GHJK-MNPR')
  })

  test('is always well formed, without look-alikes and vowels', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: userCodeBytes, maxLength: 40 }), bytes => {
        const code = makeUserCode(bytes)
        expect(isUserCode(code)).toBe(true)
        expect(normalizeUserCode(code)).toBe(code)
        expect(code.slice(4)).not.toMatch(/[AEIOUL]/)
      }),
    )
  })

  test('gives every letter the same chance', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte += 1) {
      const letter = makeUserCode(new Uint8Array(12).fill(byte)).charAt(4)
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual(Array(16).fill(16))
  })

  test('uses every byte', () => {
    for (let i = 0; i < 12; i += 1) {
      const bytes = new Uint8Array(12)
      bytes[i] = 1
      expect(makeUserCode(bytes)).not.toBe(makeUserCode(new Uint8Array(12)))
    }
  })

  test('is not made from too little chance', () => {
    expect(() => makeUserCode(new Uint8Array(11))).toThrow(RangeError)
  })
})

describe('what a person types', () => {
  test.each([' mus-bcdf-ghjk-mnpr\n', 'MUSBCDFGHJKMNPR', 'mus bcdf ghjk mnpr', 'MUS–BCDF–GHJK–MNPR'])(
    '%j is put in form',
    text => {
      expect(normalizeUserCode(text)).toBe('MUS-BCDF-GHJK-MNPR')
    },
  )

  test('that is no code is trimmed and upper-cased, and refused', () => {
    expect(normalizeUserCode('  abc-1 ')).toBe('ABC-1')
    expect(
      ['', 'ABC-1', 'MUS-BCDF-GHJK', 'MUS-BCDF-GHJK-MNP1', 'mus-bcdf-ghjk-mnpr', 'XMUS-BCDF-GHJK-MNPR'].some(
        isUserCode,
      ),
    ).toBe(false)
  })
})
