export const serverNodeOptions: readonly string[]
export const serverEnvironment: Readonly<Record<string, string>>
