import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer } from '../../testing/fake-server.ts'
import { aCandidate, aHazardDetail } from './testing/a-hazard.ts'
import { openPage } from './testing/open-hazards.ts'

describe('assigning', () => {
  const bo = { id: '0192f0c0-0000-7000-8000-000000000002', name: 'Bo Lind' }
  const openForm = async (hazard = aHazardDetail({ mayManage: true, assignee: bo })) => {
    const people = [
      aCandidate({ userId: bo.id, firstName: 'Bo', lastName: 'Lind', inside: true }),
      aCandidate({ userId: '0192f0c0-0000-7000-8000-000000000902', userCode: 'ANN111', skills: ['Welder'] }),
      aCandidate({ userId: '0192f0c0-0000-7000-8000-000000000903', userCode: 'ANN222' }),
    ]
    const openedPage = openPage(
      {
        'hazards/list': () => answer({ rows: [hazard], next: null }),
        'hazards/get': () => answer(hazard),
        'hazards/assign': () => answer({ assigned: true }),
        'hazards/candidates': () => answer({ people }),
      },
      `/hazards?hazard=${hazard.id}`,
    )
    await openedPage.user.click(await screen.findByRole('button', { name: /^(Rea|A)ssign$/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign hazard' }))
    return {
      ...openedPage,
      dialog,
      field: dialog.getByLabelText<HTMLInputElement>('Assign to', { selector: 'input' }),
    }
  }

  it('starts with an empty field, in which the first letter already searches all members on the server', async () => {
    const { user, inputs, field } = await openForm()
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('')
    expect((await screen.findByRole('option', { name: /Bo Lind/ })).textContent).toContain('Inside')
    expect(screen.getByRole('option', { name: /ANN111/ }).textContent).toContain('Welder')
    expect(field.placeholder).toBe('Bo Lind')
    await user.keyboard('an')
    await waitFor(() =>
      expect(inputs.findLast(([name]) => name === 'hazards/candidates')?.[1]).toMatchObject({ search: 'an' }),
    )
  })

  it('distinguishes two people with the same name by their code, and sends the selected one', async () => {
    const { user, inputs, field, dialog } = await openForm()
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: 'Ann Berg (ANN222)' }))
    expect(field.value).toBe('Ann Berg (ANN222)')
    // Focusing the field clears it, so that another name can be typed.
    await user.click(field)
    expect(field.value).toBe('')
    await user.type(field, 'ann222')
    expect(field.value).toBe('ann222')
    await user.tab()
    expect(field.value).toBe('Ann Berg (ANN222)')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(inputs.find(([name]) => name === 'hazards/assign')?.[1]).toMatchObject({
        userId: '0192f0c0-0000-7000-8000-000000000903',
      }),
    )
  })

  it('keeps the assignee’s name in the field, and does not search for others with the same name', async () => {
    const ann = { id: '0192f0c0-0000-7000-8000-000000000902', name: 'Ann Berg' }
    const { user, inputs, field } = await openForm(aHazardDetail({ mayManage: true, assignee: ann }))
    await user.click(field)
    expect(await screen.findByRole('option', { name: 'Ann Berg (ANN222)' })).toBeTruthy()
    await user.tab()
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(field.value).toBe('Ann Berg')
    const searchInputs = inputs.filter(([name]) => name === 'hazards/candidates').map(([, input]) => input)
    expect(searchInputs).not.toContainEqual(expect.objectContaining({ search: expect.anything() }))
  })

  it('rejects a new due time in the past, and sends an unchanged one accurate to the second', async () => {
    const dueAt = '2026-01-01T08:00:17.000Z'
    const { user, inputs, dialog } = await openForm(aHazardDetail({ mayManage: true, assignee: bo, dueAt }))
    const dueInput = dialog.getByLabelText<HTMLInputElement>('Due')
    const savedDueValue = dueInput.value
    const findAssignInput = () => inputs.find(([name]) => name === 'hazards/assign')?.[1]
    fireEvent.change(dueInput, { target: { value: '2025-11-26T01:00' } })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('This time has passed. Choose a later one.')).toBeTruthy()
    expect(document.activeElement).toBe(dueInput)
    expect(findAssignInput()).toBeUndefined()
    fireEvent.change(dueInput, { target: { value: savedDueValue } })
    expect(dialog.queryByText(/has passed/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(findAssignInput()).toMatchObject({ dueAt }))
  })

  it('does not remove the due time if a new one is only partly typed', async () => {
    const dueAt = '2099-01-01T08:00:17.000Z'
    const { user, inputs, dialog } = await openForm(aHazardDetail({ mayManage: true, assignee: bo, dueAt }))
    const dueInput = dialog.getByLabelText<HTMLInputElement>('Due')
    fireEvent.change(dueInput, { target: { value: '' } })
    // jsdom keeps no partly typed time.
    Object.defineProperty(dueInput, 'validity', { value: { badInput: true } })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Complete the date and time.')).toBeTruthy()
    expect(inputs.find(([name]) => name === 'hazards/assign')).toBeUndefined()
  })

  it('keeps the focus in the dialog when the assignee is cleared with the keyboard', async () => {
    const { user, field, dialog } = await openForm()
    act(() => dialog.getByRole('button', { name: 'Remove assignee' }).focus())
    await user.keyboard('{Enter}')
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
  })

  it('keeps the assignee when the field is left without a selection, and unassigns with its clear button', async () => {
    const { user, inputs, field, dialog } = await openForm()
    await user.click(field)
    await user.tab()
    expect(field.value).toBe('Bo Lind')
    await user.click(dialog.getByRole('button', { name: 'Remove assignee' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(inputs.find(([name]) => name === 'hazards/assign')?.[1]).toMatchObject({ userId: null }),
    )
  })
})
