export type Command = {
  /** As in `npm run <name>`. */
  readonly name: string
  readonly about: string
  /** What there is to choose from: the first word is one of these. */
  readonly choices?: Readonly<Record<string, string>>
  readonly words?: readonly { readonly name: string; readonly about: string; readonly required?: boolean }[]
  /** Options that are given or not. */
  readonly options?: Readonly<Record<string, string>>
  /** Environment variables it reads. */
  readonly settings?: Readonly<Record<string, string>>
}

export type Arguments = {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, boolean | undefined>>
}

export type Asked = Arguments | { readonly help: string } | { readonly problem: string }

export function askedOf(command: Command, args: readonly string[]): Asked
export function readArguments(command: Command, args?: readonly string[]): Arguments
