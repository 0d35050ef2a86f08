import { expect, test } from '../fixtures.ts'
import { freshEmail, pin } from '../people.ts'
import { findDetails, openPage, signIn, typePin } from '../screens.ts'

test('an admin creates a user, who sets password and PIN by email, signs in, is suspended, and is deleted', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectRefusal(401)
  const email = freshEmail('Zoya Merchant')
  const { page: admin } = await person({ as: 'admin' })
  await openPage(admin, '/users')
  await expect(admin.getByRole('heading', { name: 'Users Management', level: 1 })).toBeVisible()
  await admin.getByRole('button', { name: 'Add User' }).click()
  const form = admin.getByRole('dialog', { name: 'Create New User' })
  await form.getByLabel('First name').fill('Zoya')
  await form.getByLabel('Last name').fill('Merchant')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Role').selectOption('Client Admin')
  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(admin.getByText('User created successfully')).toBeVisible()
  const card = admin.getByRole('button', { name: /Zoya Merchant/ })
  await expect(card).toContainText('Invited')

  const { page: zoya } = await person()
  const link = await muster.mailbox.linkFor(email, 'Your Muster account')
  await zoya.goto(link)
  await expect(zoya.getByRole('heading', { name: 'Set your password and PIN' })).toBeVisible()
  await zoya.getByLabel('New password', { exact: true }).fill('seven-orange-birds')
  await zoya.getByLabel('Confirm new password').fill('seven-orange-birds')
  await typePin(zoya, 'Zone entry PIN', pin)
  await typePin(zoya, 'Confirm PIN', pin)
  await zoya.getByRole('button', { name: 'Set password' }).click()
  await expect(zoya).toHaveURL(/#\/login/)
  await signIn(zoya, { email, password: 'seven-orange-birds' })
  await expect(zoya).toHaveURL(/#\/zone-selection/)

  await test.step('a suspended user is signed out immediately', async () => {
    await card.click()
    const details = findDetails(admin, 'Zoya Merchant')
    await details.getByRole('button', { name: 'Suspend' }).click()
    await admin
      .getByRole('dialog', { name: 'Suspend Zoya Merchant?' })
      .getByRole('button', { name: 'Suspend' })
      .click()
    await expect(zoya).toHaveURL(/#\/login/)
    await expect(details.getByText('Suspended')).toBeVisible()
  })

  await test.step('a deleted user disappears from the list', async () => {
    await findDetails(admin, 'Zoya Merchant').getByRole('button', { name: 'Delete' }).click()
    const confirmDialog = admin.getByRole('dialog', { name: 'Delete User Permanently' })
    await expect(confirmDialog.getByText('0 zone assignments')).toBeVisible()
    await confirmDialog.getByRole('button', { name: 'Delete user' }).click()
    await expect(admin.getByText('User deleted permanently')).toBeVisible()
    await expect(card).toHaveCount(0)
  })
})
