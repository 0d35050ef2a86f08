import { expectNoBarrier } from '../barriers.ts'
import { emailOf, expect, password, test } from '../fixtures.ts'
import { ownSettings, publicUrl, streetMap } from '../own-settings.ts'
import { freshEmail } from '../people.ts'
import { findDetails, findMessage, goTo, openPage, signIn, typePin } from '../screens.ts'

// Use a separate server, because other journeys rely on zones that open immediately, without approval, and on open sign-up.
test.use({ settings: ownSettings })
test.beforeEach(({ watch }) => watch.expectOrigin(streetMap.origin))

const phoneViewport = { width: 360, height: 740 }

test('a client admin requests a zone, which is returned, resubmitted, approved and theirs to use', async ({
  person,
}) => {
  const { page: adminPage } = await person({ as: 'super', coarse: true })
  const { page: clientPage } = await person({ as: 'client', coarse: true })

  await test.step('the super admin onboards a second organisation and asks for approval in the first', async () => {
    await openPage(adminPage, '/super-admin-dashboard')
    await goTo(adminPage, 'Administration')
    await adminPage.getByRole('navigation', { name: 'Administration' }).getByText('Organisations').click()
    await expect(adminPage.getByRole('article')).toHaveCount(1)
    await expectNoBarrier(adminPage, '/organisations')
    await adminPage.getByRole('button', { name: 'Onboard organisation' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Onboard organisation' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour Works')
    await dialog.getByLabel('Time zone').fill('Kolkata')
    await adminPage
      .getByRole('option', { name: /Kolkata/ })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Onboard organisation' }).click()
    await expect(adminPage.getByRole('article')).toHaveCount(2)
    await adminPage.getByRole('button', { name: 'View Details of Default organisation' }).click()
    await adminPage.getByRole('button', { name: 'Limits and approval' }).click()
    const limitsDialog = adminPage.getByRole('dialog', { name: 'Limits and approval' })
    await limitsDialog.getByLabel('New zones need approval').check()
    await limitsDialog.getByRole('button', { name: 'Save' }).click()
    await expect(limitsDialog).toBeHidden()
  })

  await test.step('the client admin submits a zone', async () => {
    await openPage(clientPage, '/zone-selection')
    await clientPage
      .getByRole('article', { name: 'Yamuna Works Yard' })
      .getByRole('button', { name: 'Select Zone' })
      .click()
    // A question that arrives on an open page lies over its buttons until the page is used, so let the demo's arrive first.
    await expect(clientPage.getByRole('region', { name: /^Urgent question/ })).toBeVisible()
    await goTo(clientPage, 'Zone Presence')
    await clientPage.getByRole('button', { name: 'Create Zone' }).first().click()
    const dialog = clientPage.getByRole('dialog', { name: 'Create Normal Zone' })
    await dialog.getByLabel('Zone name').fill('Quay 4')
    await dialog.getByLabel('Start corner latitude').fill('28.6402')
    await dialog.getByLabel('Start corner longitude').fill('77.2301')
    await dialog.getByLabel('End corner latitude').fill('28.6391')
    await dialog.getByLabel('End corner longitude').fill('77.2323')
    await dialog.getByRole('button', { name: 'Send for approval' }).click()
    await expect(clientPage.getByText('Sent for approval').first()).toBeVisible()
    await expect(clientPage.getByRole('article', { name: 'Quay 4' })).toHaveCount(0)
  })

  await test.step('the super admin, notified immediately, returns it with a note', async () => {
    await adminPage.getByRole('link', { name: 'Zone requests (1)' }).click()
    await adminPage.getByRole('button', { name: 'View Details of Quay 4' }).click()
    const details = findDetails(adminPage, 'Quay 4')
    await expect(details.getByRole('button', { name: 'Approve' })).toBeVisible()
    // Check the screen itself, without the alert's toast.
    await expect(adminPage.getByRole('button', { name: 'Close toast' })).toHaveCount(0)
    await expectNoBarrier(adminPage, '/zone-requests')
    await details.getByRole('button', { name: 'Return' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Return request' })
    await dialog.getByLabel('What should change?').fill('Which quay is it?')
    await dialog.getByRole('button', { name: 'Return' }).click()
    await expect(details.getByText('Returned')).toBeVisible()
  })

  await test.step('the client admin renames it and resubmits', async () => {
    await clientPage.getByRole('link', { name: 'Zone requests (1)' }).click()
    await clientPage.getByRole('button', { name: 'View Details of Quay 4' }).click()
    const details = findDetails(clientPage, 'Quay 4')
    await expect(details.getByText('Which quay is it?')).toBeVisible()
    await details.getByRole('button', { name: 'Edit Zone' }).click()
    const editDialog = clientPage.getByRole('dialog', { name: 'Edit Zone' })
    await editDialog.getByLabel('Zone name').fill('Quay 4, south side')
    await editDialog.getByRole('button', { name: 'Save Zone' }).click()
    await expect(editDialog).toBeHidden()
    await details.getByRole('button', { name: 'Send for approval' }).click()
    await clientPage
      .getByRole('dialog', { name: 'Send for approval' })
      .getByRole('button', { name: 'Send for approval' })
      .click()
    await expect(clientPage.getByText('Waiting for approval').first()).toBeVisible()
  })

  await test.step('once approved, the client admin uses the zone', async () => {
    const details = findDetails(adminPage, 'Quay 4, south side')
    await details.getByRole('button', { name: 'Approve' }).click()
    await adminPage
      .getByRole('dialog', { name: 'Approve zone' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await expect(details.getByText('Approved')).toBeVisible()
    await expect(clientPage.getByText('Approved').first()).toBeVisible()
    await openPage(clientPage, '/zones')
    await clientPage.getByRole('button', { name: 'View Quay 4, south side' }).click()
    await expect(
      findDetails(clientPage, 'Quay 4, south side').getByRole('button', { name: 'Add User' }),
    ).toBeVisible()
  })

  await test.step('the next zone is requested around a position', async () => {
    await openPage(clientPage, '/zone-requests')
    await clientPage.getByRole('button', { name: 'Request zone' }).click()
    const dialog = clientPage.getByRole('dialog', { name: 'Request zone' })
    await dialog.getByLabel('Zone name').fill('Crane pad')
    await dialog.getByLabel('Centre latitude').fill('28.6184')
    await dialog.getByLabel('Centre longitude').fill('77.252')
    await expect(dialog.getByLabel('Radius in metres')).toHaveValue('100')
    await dialog.getByLabel('Note for the administrators').fill('For the new crane')
    // Check the form itself, without the toast about the approval.
    await expect(clientPage.getByRole('button', { name: 'Close toast' })).toHaveCount(0)
    await expectNoBarrier(clientPage, '/zone-requests: request zone', { dialog })
    await dialog.getByRole('button', { name: 'Request zone' }).click()
    const details = findDetails(clientPage, 'Crane pad')
    await expect(details.getByText('Waiting for approval')).toBeVisible()
    await expect(details.getByText('For the new crane')).toBeVisible()
  })
})

test('an administrator creates a sign-up link for exactly one person, whose account works once the address is confirmed', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectRefusal(403)
  watch.expectRefusal(410)
  const { page: guestPage } = await person({ viewport: phoneViewport })
  const account = { email: freshEmail('Omar Said'), password: 'seven-orange-birds' }

  await test.step('without a link the pages say who can help', async () => {
    await openPage(guestPage, '/login')
    await expect(
      guestPage.getByText('No account? Ask your administrator for an invitation link.'),
    ).toBeVisible()
    await openPage(guestPage, '/signup')
    await expect(guestPage.getByRole('heading', { name: 'Sign-up by invitation' })).toBeVisible()
    await expectNoBarrier(guestPage, '/signup, by invitation')
  })

  const { page: adminPage } = await person({ as: 'admin', viewport: phoneViewport })
  await openPage(adminPage, '/system-status')
  await expect(
    adminPage.getByText('Only people with an invitation link can create an account.'),
  ).toBeVisible()

  await openPage(adminPage, '/users')
  await adminPage.getByRole('button', { name: 'Invite by link' }).click()
  const inviteDialog = adminPage.getByRole('dialog', { name: 'Invite by link' })
  await inviteDialog.getByRole('button', { name: 'Create link' }).click()
  const link = await inviteDialog.getByLabel('Invitation link').inputValue()
  await expectNoBarrier(adminPage, '/users, the link')

  const openLink = (url: string) => guestPage.goto(url.replace(publicUrl, muster.origin))
  const signUp = async (email: string) => {
    await guestPage.getByLabel('First name').fill('Omar')
    await guestPage.getByLabel('Last name').fill('Said')
    await guestPage.getByLabel('Email').fill(email)
    await guestPage.getByLabel('Phone').fill('+91 11 5550 0143')
    await guestPage.getByLabel('Date of birth').fill('1989-09-09')
    await guestPage.getByLabel('Password', { exact: true }).fill(account.password)
    await guestPage.getByLabel('Confirm password').fill(account.password)
    await typePin(guestPage, 'Zone entry PIN', '1357')
    await typePin(guestPage, 'Confirm PIN', '1357')
    await guestPage.getByRole('button', { name: 'Create account' }).click()
  }
  await test.step('with the link the form is filled in', async () => {
    await openLink(link)
    await guestPage.getByLabel('Password', { exact: true }).fill('seven-orange')
    await guestPage.getByRole('button', { name: 'Create account' }).click()
    await expect(guestPage.getByText('First name is required')).toBeVisible()
    await expectNoBarrier(guestPage, '/signup, refused')
    await signUp(account.email)
    await expect(findMessage(guestPage, 'Account Created')).toBeVisible()
    await expect(findMessage(guestPage, 'Please check your email to confirm your account.')).toBeVisible()
    await expect(guestPage).toHaveURL(/#\/login/)
  })

  await test.step('before confirmation the correct password does not sign in, and a new email can be requested', async () => {
    await signIn(guestPage, account)
    const refusal = guestPage.getByRole('main').getByRole('alert')
    await expect(refusal).toContainText('Please check your email to confirm your account.')
    await refusal.getByRole('button', { name: 'Send the link again' }).click()
    await expect(guestPage.getByText(/a new link is on its way/)).toBeVisible()
    await expect
      .poll(() => muster.mailbox.subjectsFor(account.email))
      .toEqual(Array(2).fill('Confirm your email address for Muster'))
  })

  await test.step('the link confirms the address together with the password', async () => {
    const confirmLink = await muster.mailbox.linkFor(account.email, 'Confirm your email address for Muster')
    expect(confirmLink.startsWith(`${publicUrl}/#/`)).toBe(true)
    await openLink(confirmLink)
    await expect(guestPage.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
    await expectNoBarrier(guestPage, '/confirm-email')
    await guestPage.getByLabel('Password', { exact: true }).fill(account.password)
    await guestPage.getByRole('button', { name: 'Confirm email' }).click()
    await expect(guestPage.getByRole('heading', { name: 'Your email has been confirmed' })).toBeVisible()
    await expect(guestPage.getByRole('link', { name: 'Go to sign in' })).toBeVisible()
    await expectNoBarrier(guestPage, '/confirm-email, confirmed')
  })

  await test.step('a truncated link explains itself and what to do', async () => {
    await openPage(guestPage, '/confirm-email?token=torn')
    await guestPage.getByLabel('Password', { exact: true }).fill(account.password)
    await guestPage.getByRole('button', { name: 'Confirm email' }).click()
    await expect(guestPage.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await expectNoBarrier(guestPage, '/confirm-email, a link that does not work')
    await guestPage.getByRole('link', { name: 'Go to sign in' }).click()
  })

  await test.step('the person signs in', async () => {
    await signIn(guestPage, account)
    await expect(guestPage).toHaveURL(/#\/zone-selection$/)
    await expect(guestPage.getByRole('img', { name: /^Your user code: / })).toBeVisible()
  })

  await test.step('the invitation does not work for a second person', async () => {
    await guestPage.getByRole('button', { name: 'Sign Out' }).click()
    await expect(guestPage).toHaveURL(/#\/login/)
    await openLink(link)
    await signUp(freshEmail('Second Person'))
    await expect(
      guestPage.getByText('Invitations can be used once and expire after seven days.'),
    ).toBeVisible()
  })

  await test.step('a person whose address is set lands on the admin dashboard and stays there', async () => {
    await openPage(guestPage, '/login')
    await signIn(guestPage, { email: emailOf('client'), password })
    await expect(guestPage.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    // The figures cover the zones that the client admin may see; the request is not rejected.
    const zoneCount = guestPage.getByRole('main').getByText('Your Zones', { exact: true }).locator('..')
    await expect(zoneCount).toHaveText(/^Your Zones[1-9]\d*$/)
    // Wait until the page is idle, because a redirect elsewhere could still follow.
    await guestPage.waitForLoadState('networkidle')
    await expect(guestPage).toHaveURL(/#\/super-admin-dashboard$/)
    await expect(guestPage.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(guestPage.getByText(/(do not|don’t) have permission|for administrators/)).toHaveCount(0)
  })
})
