import type { SignUpForm } from '@muster/domain/sign-up.ts'
import { guestOwner, openDraft } from '../../lib/drafts/draft-store.ts'

type Draft = Pick<SignUpForm, 'firstName' | 'lastName' | 'email' | 'phone' | 'dateOfBirth'>

const emptyDraft: Draft = { firstName: '', lastName: '', email: '', phone: '', dateOfBirth: '' }
const draft = openDraft<Draft>('sign-up', guestOwner)

/** The draft of the sign-up form, which survives a reload. Password and PIN are never stored. */
export const signUpDraft = {
  load: () => draft.load(emptyDraft),
  keep({ firstName, lastName, email, phone, dateOfBirth }: SignUpForm) {
    draft.save({ firstName, lastName, email, phone, dateOfBirth })
  },
  forget: draft.forget,
}
