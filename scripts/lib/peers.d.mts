export declare const python: string;
export declare function isPeerInstalled(name: string): boolean;
