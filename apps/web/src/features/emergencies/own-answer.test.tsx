import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, failNetwork } from '../../testing/fake-server.ts'
import { aCall, at, emergencyId } from './testing/an-emergency.ts'
import './board-page.tsx'
import './declare-dialog.tsx'
import './emergency-bar.tsx'
import { openApp } from './testing/open-app.tsx'

/** The alarm with this name: the whole screen, or the bar into which it folds. */
const inAlarm = (name = 'Emergency: Leave North yard now') => within(screen.getByRole('region', { name }))

/** Presses a button of the alarm, which ignores presses for a second after it arrives on an open page. */
async function press(user: ReturnType<typeof userEvent.setup>, button: HTMLElement) {
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false), { timeout: 3_000 })
  await user.click(button)
}

it('asks on every page with two answers, and then shows what was said, which can be changed', async () => {
  let call = aCall()
  const { inputs, user } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [call] }),
      'emergencies/answer': () => {
        call = aCall({ answer: { state: 'help', at }, state: 'help', stateAt: at })
        return answer({ state: 'help', at })
      },
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Emergency: Leave North yard now' }))
  expect(bar.getByText('Meet at gate 3.')).toBeTruthy()
  expect(bar.queryByText('Drill')).toBeNull()
  await press(user, bar.getByRole('button', { name: 'I need help' }))
  expect(await screen.findByText(/^You asked for help at/)).toBeTruthy()
  expect(inAlarm().getByText('Your managers have been alerted.')).toBeTruthy()
  expect(inAlarm().getByRole('link', { name: 'Call Mia Test' }).getAttribute('href')).toBe(
    'tel:+911155500100',
  )
  expect(inAlarm().queryByRole('button', { name: 'I’m safe' })).toBeNull()
  await user.click(inAlarm().getByRole('button', { name: /Change answer/ }))
  expect(inAlarm().getByRole('button', { name: 'I’m safe' })).toBeTruthy()
  expect(inAlarm().getByText('Meet at gate 3.')).toBeTruthy()
  const [, input] = inputs.find(([name]) => name === 'emergencies/answer') ?? []
  expect(input).toMatchObject({ emergencyId, state: 'help' })
})

it('takes back a call for help that was pressed by mistake', async () => {
  let call = aCall()
  const { inputs, user } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [call] }),
      'emergencies/answer': input => {
        call =
          input.state === 'help'
            ? aCall({ answer: { state: 'help', at }, state: 'help', stateAt: at })
            : aCall()
        return answer({ state: call.state, at })
      },
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Emergency: Leave North yard now' }))
  await press(user, bar.getByRole('button', { name: 'I need help' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Change answer/ })),
  )
  await user.click(screen.getByRole('button', { name: 'Pressed by mistake' }))
  expect(await screen.findByRole('button', { name: 'I need help' })).toBeTruthy()
  const [help, undo] = inputs.flatMap(([name, input]) => (name === 'emergencies/answer' ? [input] : []))
  expect(undo).toMatchObject({ state: 'undone', undoes: help?.requestId })
})

it('offers neutral answers below the two large ones, and goes on asking after one', async () => {
  let call = aCall({ neutral: ['I’m on my way', 'I’m not at work today'] })
  const { user, inputs } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [call] }),
      'emergencies/answer': () => {
        call = { ...call, answer: { state: 'neutral', words: 'I’m on my way', at } }
        return answer({ state: 'missing', at })
      },
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Emergency: Leave North yard now' }))
  await press(user, bar.getByRole('button', { name: 'I’m on my way' }))
  expect(await screen.findByText(/^You answered “I’m on my way” at/)).toBeTruthy()
  expect(inAlarm().getByText('You still count as missing. Answer again once you’re safe.')).toBeTruthy()
  expect(inAlarm().getByRole('button', { name: 'I’m safe' })).toBeTruthy()
  expect(inAlarm().queryByRole('button', { name: 'I’m not at work today' })).toBeNull()
  await user.click(inAlarm().getByRole('button', { name: /Show/ }))
  expect(inAlarm().getByRole('button', { name: 'I’m on my way' }).getAttribute('aria-pressed')).toBe('true')
  expect(inAlarm().getByRole('button', { name: 'I’m not at work today' })).toBeTruthy()
  const [, input] = inputs.find(([name]) => name === 'emergencies/answer') ?? []
  expect(input).toMatchObject({ emergencyId, state: 'neutral', choice: 0 })
})

it('keeps an answer without a network, and says that it has not been sent', async () => {
  const { user } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [aCall({ drill: true })] }),
      'emergencies/answer': failNetwork,
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Drill: Leave North yard now' }))
  expect(bar.getByText('Drill')).toBeTruthy()
  await press(user, bar.getByRole('button', { name: 'I’m safe' }))
  const folded = inAlarm('Drill: Leave North yard now')
  expect((await folded.findAllByText(/^You answered “I’m safe” at/)).length).toBeGreaterThan(0)
  expect(folded.getByText('Not sent yet. It will be sent when you’re back online.')).toBeTruthy()
})

it('tells somebody who was seen at an assembly point that they count as safe', async () => {
  openApp(
    'app_user',
    { 'emergencies/mine': () => answer({ emergencies: [aCall({ state: 'safe', stateAt: at })] }) },
    '/settings',
  )
  fireEvent.click(
    await screen.findByRole('button', { name: /You already count as safe. Answer if you need help./ }),
  )
  expect(inAlarm().getByRole('button', { name: 'I need help' })).toBeTruthy()
})
