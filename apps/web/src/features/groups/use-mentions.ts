import type { GroupMember } from '@muster/contract/groups.ts'
import { limits } from '@muster/domain/limits.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { useBackCloses } from '../../ui/dialogs/use-back-closes.ts'

const MAX_SUGGESTIONS = 5
/** Matches a name being typed after an @, up to the caret. */
const mentionPattern = /(?:^|\s)@([\p{L}\p{N}'-]{0,30})$/u

/** Suggests up to `MAX_SUGGESTIONS` other members of a group for the name being typed, and remembers the members chosen. */
export function useMentions(groupId: string, me: string, box: RefObject<HTMLTextAreaElement | null>) {
  const listId = useId()
  const [typedName, setTypedName] = useState<string>()
  const [activeIndex, setActiveIndex] = useState(0)
  const chosenNamesById = useRef(new Map<string, string>())
  const { data } = useQuery(
    orpc.groups.members.queryOptions({
      // One more than shown, because the person who writes is left out.
      input: typedName === undefined ? skipToken : { groupId, search: typedName, limit: MAX_SUGGESTIONS + 1 },
    }),
  )
  const people =
    typedName === undefined
      ? []
      : (data?.rows ?? []).filter(({ userId }) => userId !== me).slice(0, MAX_SUGGESTIONS)
  const isOpen = people.length > 0
  useBackCloses(isOpen, () => setTypedName(undefined))
  const updateTypedName = () => {
    const { value = '', selectionStart = 0 } = box.current ?? {}
    const name = mentionPattern.exec(value.slice(0, selectionStart ?? 0))?.[1]
    setTypedName(name)
    setActiveIndex(0)
  }
  const insertMention = ({ userId, name }: GroupMember, setText: (text: string) => void) => {
    const { value = '', selectionStart } = box.current ?? {}
    const caret = selectionStart ?? value.length
    const start = caret - (typedName?.length ?? 0) - 1
    const textBefore = `${value.slice(0, start)}@${name} `
    chosenNamesById.current.set(userId, name)
    setText(textBefore + value.slice(caret))
    setTypedName(undefined)
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(textBefore.length, textBefore.length)
    })
  }
  return {
    people,
    isOpen,
    at: activeIndex,
    listId,
    look: updateTypedName,
    choose: insertMention,
    /** Returns true if the list handled the key. */
    onKeyDown(event: KeyboardEvent, setText: (text: string) => void): boolean {
      if (!isOpen) return false
      const person = people[activeIndex]
      if (event.key === 'ArrowDown') setActiveIndex((activeIndex + 1) % people.length)
      else if (event.key === 'ArrowUp') setActiveIndex((activeIndex + people.length - 1) % people.length)
      else if (event.key === 'Escape') {
        event.stopPropagation()
        setTypedName(undefined)
      } else if ((event.key === 'Enter' || event.key === 'Tab') && person) insertMention(person, setText)
      else return false
      event.preventDefault()
      return true
    },
    boxProps: isOpen
      ? {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${activeIndex}`,
        }
      : {},
    /** Returns the ids of chosen members whose names are still in the text, up to the maximum per message. */
    idsIn: (text: string) =>
      [...chosenNamesById.current]
        .filter(([, name]) => text.includes(`@${name}`))
        .map(([id]) => id)
        .slice(0, limits.groupMentionsMost),
  }
}
export type Mentions = ReturnType<typeof useMentions>
