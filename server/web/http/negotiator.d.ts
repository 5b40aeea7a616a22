declare module 'negotiator' {
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> })
    encodings<Name extends string>(
      available: readonly Name[],
      options: { preferred: readonly Name[] },
    ): Name[]
  }
}
