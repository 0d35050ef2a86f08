import { readFile } from 'node:fs/promises'
import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { findDetails, findMessage, goTo, openPage } from '../screens.ts'

test('a super admin finds the PIN guesser, the notice, the audit and an intact log', async ({
  person,
  enrol,
  muster,
}) => {
  const victim = await enrol('Sanjana Rao')
  const guessPassword = () =>
    fetch(`${muster.origin}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: victim.email, password: 'a-guess-of-many' }),
    })
  for (let n = 0; n < 10; n++) expect((await guessPassword()).status).toBe(401)
  expect((await guessPassword()).status).toBe(429)

  const { page } = await person({ as: 'super' })
  await openPage(page, '/super-admin-dashboard')
  await goTo(page, 'Administration')
  const events = page.getByRole('list', { name: 'Security events, newest first' })
  const findTab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

  await test.step('the figure of the day leads to the failed sign-ins', async () => {
    await page.getByRole('button', { name: /^Failed sign-ins/ }).click()
    const rows = events.getByRole('listitem').filter({ hasText: 'About Sanjana Rao' })
    await expect(rows).toHaveCount(10)
    await expectNoBarrier(page, '/security: events')
    await rows.first().getByRole('button').click()
    const details = findDetails(page, /^Event #/)
    await expect(details).toContainText('A sign-in failed.')
    await expect(details).toContainText('127.0.0.1')
    await expect(details).toContainText('Chain number')
    await expectNoBarrier(page, '/security: an event', { shown: details })
    await page.goBack()
    await expect(details).toHaveCount(0)
  })

  await test.step('the account is marked with a recommendation to lock it', async () => {
    await findTab('Suspicious accounts').click()
    const row = page
      .getByRole('list', { name: 'Suspicious now' })
      .getByRole('listitem')
      .filter({ hasText: victim.email })
    await expect(row).toContainText('Should be locked')
    await expect(row).toContainText('10 failures in 15 minutes')
    await expectNoBarrier(page, '/security: suspicious accounts')
    await page.getByLabel('Email').fill(victim.email)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: victim.email })).toContainText('Should be locked')
    await row.getByRole('button', { name: /^Show events for/ }).click()
    await expect(events.getByText('Suspicious sign-ins detected')).toBeVisible()
  })

  await test.step('a notice recommends the lockout, and a breach can be reported manually', async () => {
    await findTab('Breach notices').click()
    const notices = page.getByRole('list', { name: 'Breach notices, newest first' }).getByRole('listitem')
    await expect(notices.filter({ hasText: 'Recommended: lock the account' }).first()).toContainText('High')
    await expectNoBarrier(page, '/security: breach notices')
    await notices.first().getByRole('button').first().click()
    const notice = findDetails(page, 'Breach notice')
    await expectNoBarrier(page, '/security: a breach notice', { shown: notice })
    await page.goBack()
    await expect(notice).toHaveCount(0)
    await page.getByRole('button', { name: 'Report a breach' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report a breach' })
    await dialog.getByRole('button', { name: 'Report breach' }).click()
    await expect(dialog.getByText('Describe what happened')).toBeVisible()
    await expectNoBarrier(page, '/security: report a breach', { dialog })
    await dialog.getByLabel('What happened').fill('A printed list of members lay at the gate.')
    await dialog.getByLabel('Affected users').fill('12')
    await dialog.getByLabel('Severity').click()
    await page.getByRole('option', { name: 'Critical' }).click()
    await dialog.getByRole('button', { name: 'Report breach' }).click()
    await expect(findMessage(page, 'Breach reported')).toBeVisible()
    await expect(notices.first()).toContainText('A printed list of members lay at the gate.')
    await expect(notices.first()).toContainText('12 people affected')
    await expect(notices.first()).toContainText('Critical')
  })

  await test.step('every table is protected, and the log is intact', async () => {
    await findTab('Audit').click()
    const audit = page.getByRole('region', { name: 'Row-level security' })
    await expect(audit.getByText('Compliant', { exact: true })).toBeVisible()
    await expect(audit).toContainText(/\d+ tables checked/)
    const log = page.getByRole('region', { name: 'Security log' })
    await expect(log.getByText('Not verified yet')).toBeVisible()
    await log.getByRole('button', { name: 'Verify the log' }).click()
    await expect(log.getByText('Intact', { exact: true })).toBeVisible()
    await expectNoBarrier(page, '/security: audit')
  })

  await test.step('the events are exported as CSV, filtered as on the screen', async () => {
    await findTab('Events').click()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByLabel('Search type and description').fill('suspicious')
    // Wait for the URL, because the export uses its filter, and for the new list, because the previous one is still visible and
    // also begins with such a row.
    await expect(page).toHaveURL(/[?&]q=suspicious(&|$)/)
    await expect(events).toHaveAttribute('aria-busy', 'false')
    await expect(events.getByRole('listitem').first()).toContainText('Suspicious sign-ins detected')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    await expect(findMessage(page, 'Download ready')).toBeVisible()
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    const csv = await readFile(await download.path(), 'utf8')
    const [head = '', ...lines] = csv.trim().split(/\r?\n/)
    expect(head).toContain('type')
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toContain('suspicious_login_pattern_detected')
  })

  await test.step('the clean-up of old data asks first', async () => {
    await openPage(page, '/security?section=clean-up')
    await expect(page.getByLabel('Retention period (days)')).toBeVisible()
    await expectNoBarrier(page, '/security: data clean-up')
    await page.getByRole('button', { name: 'Remove old data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove old data?' })
    await expectNoBarrier(page, '/security: remove old data', { dialog })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
})
