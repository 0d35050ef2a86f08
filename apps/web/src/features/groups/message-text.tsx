import { partsOf } from './message-lines.ts'
import classes from './room.module.css'

type Props = { text: string; mentions: readonly { id: string; name: string }[]; me: string }

/** What somebody wrote: line breaks as they were, addresses as links, and who is mentioned. */
export function MessageText({ text, mentions, me }: Props) {
  const mine = mentions.find(({ id }) => id === me)
  return (
    <p className={classes.text} dir="auto">
      {partsOf(text, mentions).map((part, at) => {
        // A part has no name but its place, and the parts of a text do not move.
        const key = `${at} ${part.kind}`
        if (part.kind === 'link')
          return (
            <a key={key} href={part.text} target="_blank" rel="noopener noreferrer nofollow">
              {part.text}
            </a>
          )
        if (part.kind === 'mention')
          return (
            <strong key={key} data-mine={part.text === `@${mine?.name}` || undefined}>
              {part.text}
            </strong>
          )
        return part.text
      })}
    </p>
  )
}
