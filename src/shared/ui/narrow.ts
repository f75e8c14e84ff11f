/** In pixels: as narrow as phones are, which are slow as well. */
const narrow = 640;

/** Whether what is shown first has the line and the machine to itself. */
export const isNarrow = () => window.innerWidth < narrow;
