// The package's own types describe an ES module, but Node loads it as CommonJS.
declare module 'bidi-js' {
  type Embedding = { readonly levels: Uint8Array }
  type Bidi = {
    getEmbeddingLevels(text: string, base: 'ltr' | 'rtl'): Embedding
    /** The indices of the characters in visual order. */
    getReorderedIndices(text: string, embedding: Embedding): number[]
    getMirroredCharacter(char: string): string | null
  }
  function createBidi(): Bidi
  export = createBidi
}
