import type { ComponentProps, ReactNode } from 'react'
import classes from './facts.module.css'

/** A list of facts about a subject, each a `Fact` with its label. */
export const Facts = (props: ComponentProps<'dl'>) => <dl {...props} className={classes.facts} />

export function Fact({ name, ...value }: ComponentProps<'dd'> & { name: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  )
}
