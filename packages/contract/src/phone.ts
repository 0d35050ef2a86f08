import { isDialable } from '@muster/domain/sign-up.ts'
import { oneLine } from './texts.ts'

const wrong = 'Please enter a valid phone number'

/** A phone number on one line: two numbers put into one would be a third. Whether it must be one that an account is made with, the sign-up asks. */
export const phoneLine = (most: number) => oneLine(most, wrong)

/** One that can be dialled, or empty. */
export const phone = (most: number) => phoneLine(most).refine(it => it === '' || isDialable(it), wrong)
