import { expect, test } from '../fixtures.ts'
import { freshEmail, pin } from '../people.ts'
import { findDetails, findPersonRow, openPage, signIn, typePin } from '../screens.ts'

test('an admin creates a user, who sets password and PIN by email, signs in, is suspended, and is deleted', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectRefusal(401)
  const email = freshEmail('Zoya Merchant')
  const { page: adminPage } = await person({ as: 'admin' })
  await openPage(adminPage, '/users')
  await expect(adminPage.getByRole('heading', { name: 'Users Management', level: 1 })).toBeVisible()
  await adminPage.getByRole('button', { name: 'Add User' }).click()
  const form = adminPage.getByRole('dialog', { name: 'Create New User' })
  await form.getByLabel('First name').fill('Zoya')
  await form.getByLabel('Last name').fill('Merchant')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Role').selectOption('Client Admin')
  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(adminPage.getByText('User created successfully')).toBeVisible()
  const card = findPersonRow(adminPage, 'Zoya Merchant')
  await expect(card).toContainText('Invited')

  const { page: zoyaPage } = await person()
  const link = await muster.mailbox.linkFor(email, 'Your Muster account')
  await zoyaPage.goto(link)
  await expect(zoyaPage.getByRole('heading', { name: 'Set your password and PIN' })).toBeVisible()
  await zoyaPage.getByLabel('New password', { exact: true }).fill('seven-orange-birds')
  await zoyaPage.getByLabel('Confirm new password').fill('seven-orange-birds')
  await typePin(zoyaPage, 'Zone entry PIN', pin)
  await typePin(zoyaPage, 'Confirm PIN', pin)
  await zoyaPage.getByRole('button', { name: 'Set password' }).click()
  await expect(zoyaPage).toHaveURL(/#\/login/)
  await signIn(zoyaPage, { email, password: 'seven-orange-birds' })
  await expect(zoyaPage).toHaveURL(/#\/zone-selection/)

  await test.step('a suspended user is signed out immediately', async () => {
    await card.click()
    const details = findDetails(adminPage, 'Zoya Merchant')
    await details.getByRole('button', { name: 'Suspend' }).click()
    await adminPage
      .getByRole('dialog', { name: 'Suspend Zoya Merchant?' })
      .getByRole('button', { name: 'Suspend' })
      .click()
    await expect(zoyaPage).toHaveURL(/#\/login/)
    await expect(details.getByText('Suspended')).toBeVisible()
  })

  await test.step('a deleted user disappears from the list', async () => {
    await findDetails(adminPage, 'Zoya Merchant').getByRole('button', { name: 'Delete' }).click()
    const confirmDialog = adminPage.getByRole('dialog', { name: 'Delete User Permanently' })
    await expect(confirmDialog.getByText('0 zone assignments')).toBeVisible()
    await confirmDialog.getByRole('button', { name: 'Delete user' }).click()
    await expect(adminPage.getByText('User deleted permanently')).toBeVisible()
    await expect(card).toHaveCount(0)
  })
})
