import { splitText } from './message-lines.ts'
import classes from './room.module.css'

type Props = { text: string; mentions: readonly { id: string; name: string }[]; me: string }

export function MessageText({ text, mentions, me }: Props) {
  const ownMention = mentions.find(({ id }) => id === me)
  return (
    <p className={classes.text} dir="auto">
      {splitText(text, mentions).map((segment, index) => {
        // The index is a stable key, because the parts of a text never move.
        const key = `${index} ${segment.kind}`
        if (segment.kind === 'link')
          return (
            <a key={key} href={segment.text} target="_blank" rel="noopener noreferrer nofollow">
              {segment.text}
            </a>
          )
        if (segment.kind === 'mention')
          return (
            <strong key={key} data-mine={segment.text === `@${ownMention?.name}` || undefined}>
              {segment.text}
            </strong>
          )
        return segment.text
      })}
    </p>
  )
}
