import { describe, expect, it } from 'vitest'
import { findMeaning, pairAnswers, toAnswers } from './broadcast.ts'

describe('the answers of a broadcast', () => {
  it('treat plain text as neutral unless it is a default answer', () => {
    expect(toAnswers(['I am safe', 'I need help', 'On my way'])).toEqual([
      { text: 'I am safe', meaning: 'safe' },
      { text: 'I need help', meaning: 'help' },
      { text: 'On my way', meaning: 'neutral' },
    ])
  })

  it('keep the chosen meaning, and the first of two answers with the same text', () => {
    expect(
      toAnswers([
        { text: 'I am safe', meaning: 'neutral' },
        { text: 'Stuck', meaning: 'help' },
        { text: 'Stuck', meaning: 'safe' },
      ]),
    ).toEqual([
      { text: 'I am safe', meaning: 'neutral' },
      { text: 'Stuck', meaning: 'help' },
    ])
  })

  it('are neutral in a stored row without meanings', () => {
    expect(pairAnswers(['Stuck', 'Out'], [])).toEqual([
      { text: 'Stuck', meaning: 'neutral' },
      { text: 'Out', meaning: 'neutral' },
    ])
    const answers = pairAnswers(['Stuck', 'Out'], ['help', 'safe'])
    expect([findMeaning(answers, 'Stuck'), findMeaning(answers, 'Gone'), findMeaning(answers, null)]).toEqual(
      ['help', 'neutral', null],
    )
  })
})
