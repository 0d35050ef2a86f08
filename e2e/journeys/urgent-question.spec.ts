import type { Locator, Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { createGroup } from '../people.ts'
import { findDetails, findMessage, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const phoneViewport = { width: 360, height: 740 }

test('the manager’s phone lists workers who need help first, with a call button', async ({
  muster,
  person,
  enrol,
}) => {
  const managerAccount = await enrol('Bela Voss', { [yard]: 'zone_manager_rw' })
  const worker = await enrol('Zora Abel', { [yard]: 'app_user' })
  const coworker = await enrol('Adam Berg', { [yard]: 'app_user' })
  await createGroup(muster, yard, managerAccount, 'Block B', [worker, coworker])
  const title = 'Evacuate block B now'
  const onPhone = { inZone: yard, viewport: phoneViewport, touch: true }
  const { page: desk } = await person({ as: managerAccount, ...onPhone })
  const { page: phone } = await person({ as: worker, ...onPhone })
  await openPage(phone, '/documents')
  const bar = phone.getByRole('region', { name: `Urgent question: ${title}` })

  await test.step('the manager sends an urgent question with the default answers', async () => {
    await openPage(desk, '/broadcasts?send=true')
    const dialog = desk.getByRole('dialog', { name: 'Send New Broadcast' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Leave by the north gate.')
    await dialog.getByText('Urgent', { exact: true }).tap()
    await dialog.getByLabel('Target groups').first().tap()
    await desk.getByRole('option', { name: /^Block B/ }).tap()
    await desk.keyboard.press('Escape')
    await dialog.getByRole('switch', { name: 'Ask for an answer' }).check()
    await expect(dialog.getByRole('radiogroup', { name: 'Meaning of answer 2' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Send Broadcast' }).tap()
    await expect(findMessage(desk, 'Broadcast sent successfully')).toBeVisible()
  })

  await test.step('the worker sees the bar on every page', async () => {
    await expect(bar.getByRole('button', { name: 'I need help' })).toBeVisible()
    await openPage(phone, '/alerts')
    // The inbox has the question with its answers, so it is not asked above it too.
    await expect(phone.getByRole('article').first()).toContainText('Urgent: answer needed')
    await expect(bar).toHaveCount(0)
    await openPage(phone, '/settings')
    await expect(bar.getByRole('button', { name: 'I need help' })).toBeVisible()
  })

  await test.step('the worker sees who was alerted instead of a success toast', async () => {
    await bar.getByRole('button', { name: 'I need help' }).tap()
    const broadcastDetails = findDetails(phone, title)
    await expect(broadcastDetails.getByText('You asked for help')).toBeVisible()
    await expect(broadcastDetails.getByRole('link', { name: 'Call Bela Voss' })).toHaveAttribute(
      'href',
      'tel:+911155500199',
    )
    await expect(bar).toHaveCount(0)
    await expect(findMessage(phone, 'Answer sent')).toHaveCount(0)
  })

  await test.step('the alert opens the worker, and closing the details shows the broadcast, with help requests first', async () => {
    await openPage(desk, '/alerts')
    await desk.getByRole('button', { name: /^Zora Abel needs help/ }).tap()
    const details = findDetails(desk, 'Zora Abel')
    await expect(details).toBeVisible()
    const address = new URL(desk.url()).hash.slice(1)
    await details.getByRole('button', { name: 'Close' }).tap()
    const broadcastDetails = findDetails(desk, title)
    const recipients = broadcastDetails.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
    await expect(recipients).toHaveText([/^Zora Abel.*I need help/, /^Adam Berg/])
    await expect(recipients.first().getByRole('button', { name: 'Call Zora Abel' })).toBeVisible()
    await broadcastDetails.getByRole('button', { name: /^I need help/ }).tap()
    await expect(recipients).toHaveText([/^Zora Abel/])
    await recipients.first().getByRole('button', { name: 'Details for Zora Abel' }).tap()
    await expect(details).toBeVisible()
    await desk.goBack()
    await expect(broadcastDetails).toBeVisible()
    await expect(broadcastDetails.getByRole('button', { name: /^I need help/, pressed: true })).toBeVisible()

    // Push notifications and emails contain the same link.
    await openPage(desk, '/alerts')
    await openPage(desk, address)
    await expect(details).toBeVisible()
    await desk.goBack()
    await expect(details).toHaveCount(0)
  })

  await test.step('the worker sees who read the call, and later reports safe', async () => {
    const broadcastDetails = findDetails(phone, title)
    await expect(broadcastDetails.getByText('Seen by Bela Voss.')).toBeVisible({ timeout: 30_000 })
    await broadcastDetails.getByRole('button', { name: 'I am safe' }).tap()
    await expect(broadcastDetails.getByText('You asked for help')).toHaveCount(0)
    await openPage(desk, '/alerts')
    await expect(desk.getByRole('button', { name: /^Zora Abel is safe now/ })).toBeVisible()
    await expect(desk.getByRole('button', { name: /^Zora Abel needs help/ })).toHaveCount(0)
  })
})

/** Expects that a press at the centre of each answer reaches that answer. */
async function expectAnswersOnTop(bar: Locator): Promise<void> {
  for (const name of ['I am safe', 'I need help']) {
    const button = bar.getByRole('button', { name })
    await expect
      .poll(() =>
        button.evaluate(element => {
          const { left, top, width, height } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        }),
      )
      .toBe(true)
  }
}

const readTop = async (locator: Locator) => (await locator.boundingBox())?.y
const scrollTo = (page: Page, top: number) => page.evaluate(`window.scrollTo(0, ${top})`)

test('the question bar gets room above the page, folds into one line while it is scrolled, stays on top, survives Mark All Read and a reload, fits large text, and closes when another device answers', async ({
  muster,
  person,
  enrol,
}) => {
  const managerAccount = await enrol('Dora Lang', { [yard]: 'zone_manager_rw' })
  const worker = await enrol('Xaver Kurz', { [yard]: 'app_user' })
  const { token, zoneId, groupId } = await createGroup(muster, yard, managerAccount, 'Gate', [worker])
  const sendBroadcast = async (title: string, overrides: object) =>
    (await muster.call('POST', '/broadcasts', {
      token,
      body: {
        zoneId,
        requestId: crypto.randomUUID(),
        title,
        message: 'By the north gate.',
        targetGroups: [groupId],
        ...overrides,
      },
    })) as { broadcastId: string }
  // Answers in the form that older versions of the app send.
  const urgent = { priority: 'urgent', answers: ['I am safe', 'I need help', 'Not at work'] }
  for (let n = 1; n <= 6; n++) await sendBroadcast(`Note ${n}`, { priority: 'high' })
  const { page } = await person({ as: worker, inZone: yard, viewport: phoneViewport, touch: true })
  await openPage(page, '/broadcasts')
  const bar = page.getByRole('region', { name: /^Urgent question/ })
  const searchBox = page.getByRole('searchbox', { name: 'Search broadcasts' })
  await expect(page.getByRole('article').first()).toBeVisible()

  await test.step('the page makes room for the bar', async () => {
    await scrollTo(page, 0)
    const topBefore = await readTop(searchBox)
    await sendBroadcast('First horn', urgent)
    await expect(bar.getByRole('button', { name: 'I am safe' })).toBeVisible()
    await expect(bar).not.toHaveAttribute('inert')
    await expect.poll(() => readTop(searchBox)).toBeGreaterThan(topBefore ?? 0)
  })

  await test.step('no toolbar of a scrolled list covers the answers', async () => {
    await scrollTo(page, 400)
    await expect(bar.getByRole('button', { name: 'I am safe' })).toBeHidden()
    await bar.getByRole('button', { name: 'Answer' }).tap()
    await expectAnswersOnTop(bar)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectAnswersOnTop(bar)
    await page.setViewportSize(phoneViewport)
    await scrollTo(page, 0)
  })

  const { broadcastId } = await sendBroadcast('Second horn', urgent)
  await expect(bar).toContainText('Second horn')
  await expect(bar.getByRole('link', { name: '1 more' })).toBeVisible()
  const alerts = page.getByRole('article')

  await test.step('Mark All Read and a reload leave both questions open', async () => {
    await openPage(page, '/alerts')
    const markAllButton = page.getByRole('button', { name: 'Mark All Read' })
    await markAllButton.tap()
    await expect(findMessage(page, 'Alerts marked as read')).toBeVisible()
    await expect(markAllButton).toHaveCount(0)
    await expect(page.getByText('Unread (2)')).toBeVisible()
    await page.reload()
    await expect(alerts.first()).toContainText('Second horn')
    await expect(alerts.nth(1)).toContainText('First horn')
    await openPage(page, '/broadcasts')
    await expect(bar).toContainText('Second horn')
  })

  await test.step('the bar is accessible in light and dark', async () => {
    await expectNoBarrier(page, 'question bar', { shown: bar })
  })

  await test.step('at 200 % its message and answers fit a narrow phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    await expect(bar.getByText('By the north gate.')).toBeVisible()
    // A bar taller than the screen scrolls with the page.
    await bar
      .getByRole('button', { name: 'I need help' })
      .evaluate(it => it.scrollIntoView({ block: 'center' }))
    await expectAnswersOnTop(bar)
    expect(
      await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0)
    await page.evaluate(`document.documentElement.style.fontSize = ''`)
    await page.setViewportSize(phoneViewport)
  })

  await test.step('an answer on another device closes it and shows the previous one', async () => {
    const otherToken = (await muster.signIn(worker)).token
    const body = { answer: 'Not at work' }
    await muster.call('POST', `/broadcasts/${broadcastId}/answer`, { token: otherToken, body })
    await expect(bar).toContainText('First horn')
    await bar.getByRole('button', { name: 'I am safe' }).tap()
    await expect(bar).toHaveCount(0)
    await openPage(page, '/alerts')
    await expect(page.getByText('Unread (0)')).toBeVisible()
  })
})
