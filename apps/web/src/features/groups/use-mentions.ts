import type { GroupMember } from '@muster/contract/groups.ts'
import { limits } from '@muster/domain/limits.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { orpc } from '../../lib/api.ts'

const SHOWN = 5
/** Matches a name being typed after an @, up to the caret. */
const mentionPattern = /(?:^|\s)@([\p{L}\p{N}'-]{0,30})$/u

/** Suggests members of a group for the name being typed, and remembers the chosen ones. */
export function useMentions(groupId: string, box: RefObject<HTMLTextAreaElement | null>) {
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const chosenNames = useRef(new Map<string, string>())
  const { data } = useQuery(
    orpc.groups.members.queryOptions({
      input: typed === undefined ? skipToken : { groupId, search: typed, limit: SHOWN },
    }),
  )
  const people = typed === undefined ? [] : (data?.rows ?? [])
  const isOpen = people.length > 0
  /** Updates the suggestions from the text up to the caret. */
  const look = () => {
    const { value = '', selectionStart = 0 } = box.current ?? {}
    const name = mentionPattern.exec(value.slice(0, selectionStart ?? 0))?.[1]
    setTyped(name)
    setAt(0)
  }
  const choose = ({ userId, name }: GroupMember, setText: (text: string) => void) => {
    const { value = '', selectionStart } = box.current ?? {}
    const caret = selectionStart ?? value.length
    const start = caret - (typed?.length ?? 0) - 1
    const before = `${value.slice(0, start)}@${name} `
    chosenNames.current.set(userId, name)
    setText(before + value.slice(caret))
    setTyped(undefined)
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(before.length, before.length)
    })
  }
  return {
    people,
    isOpen,
    at,
    listId,
    look,
    choose,
    /** Returns true if the list handled the key. */
    onKeyDown(event: KeyboardEvent, setText: (text: string) => void): boolean {
      if (!isOpen) return false
      const person = people[at]
      if (event.key === 'ArrowDown') setAt((at + 1) % people.length)
      else if (event.key === 'ArrowUp') setAt((at + people.length - 1) % people.length)
      else if (event.key === 'Escape') {
        event.stopPropagation()
        setTyped(undefined)
      } else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person, setText)
      else return false
      event.preventDefault()
      return true
    },
    boxProps: isOpen
      ? {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${at}`,
        }
      : {},
    /** The ids of chosen members whose names are still in the text. */
    idsIn: (text: string) =>
      [...chosenNames.current]
        .filter(([, name]) => text.includes(`@${name}`))
        .map(([id]) => id)
        .slice(0, limits.groupMentionsMost),
  }
}
export type Mentions = ReturnType<typeof useMentions>
