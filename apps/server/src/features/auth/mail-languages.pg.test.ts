import { msg } from '@lingui/core/runtime-macro'
import { expect, it } from 'vitest'
import { translate } from '../../lib/texts/testing/translate.ts'
import { testServices } from '../../testing/test-services.ts'
import { createForm, listMails } from './testing/accounts.ts'

const world = testServices()

translate(msg`Set a new password for Muster`, 'hi', 'Naya password')
translate(msg`Hello ${{ name: '' }},`, 'hi', 'Namaste {name},')
translate(msg`Your Muster account`, 'hi', 'Aapka Muster khata')

async function createAccount(language: string | null) {
  const { email } = await world.make.user({ firstName: 'Asha' })
  await world.db.pool.query('update user_profiles set language = $2 where email = $1', [email, language])
  await world.db.pool.query('update auth.users set email_verified = true where email = $1', [email])
  return email
}
const readLastMail = async (email: string) => (await listMails(world, email)).at(-1)

it('an email is in the language of its recipient, whoever requested it', async () => {
  const hindiEmail = await createAccount('hi')
  await world.call().auth.requestPasswordReset({ email: hindiEmail })
  expect(await readLastMail(hindiEmail)).toContain('Subject: Naya password\n')
  expect(await readLastMail(hindiEmail)).toContain('\nNamaste Asha,\n')
  const englishEmail = await createAccount('en')
  await world.call().auth.requestPasswordReset({ email: englishEmail })
  expect(await readLastMail(englishEmail)).toContain('Subject: Set a new password for Muster\n')
})

it('an invitation is in the language of the organisation until the person chooses one', async () => {
  await world.db.pool.query(`update clients set language = 'hi'`)
  const { email } = createForm()
  const admin = await world.make.user({ role: 'admin' })
  await world.call(admin).accounts.create({ email, firstName: 'A', lastName: 'B', phone: null })
  expect(await readLastMail(email)).toContain('Subject: Aapka Muster khata\n')
})
