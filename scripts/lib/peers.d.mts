export declare function isPeerInstalled(name: string): boolean;
