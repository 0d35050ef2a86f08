import { splitText } from './message-lines.ts'
import classes from './room.module.css'

type Props = { text: string; mentions: readonly { id: string; name: string }[]; me: string }

/** The text of a message, with its line breaks, links and mentions. */
export function MessageText({ text, mentions, me }: Props) {
  const mine = mentions.find(({ id }) => id === me)
  return (
    <p className={classes.text} dir="auto">
      {splitText(text, mentions).map((part, at) => {
        // The index is a stable key, because the parts of a text never move.
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
