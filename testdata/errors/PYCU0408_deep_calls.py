from numba import cuda


@cuda.jit(device=True)
def f0(x):
    return f1(x)


@cuda.jit(device=True)
def f1(x):
    return f2(x)


@cuda.jit(device=True)
def f2(x):
    return f3(x)


@cuda.jit(device=True)
def f3(x):
    return f4(x)


@cuda.jit(device=True)
def f4(x):
    return f5(x)


@cuda.jit(device=True)
def f5(x):
    return f6(x)


@cuda.jit(device=True)
def f6(x):
    return f7(x)


@cuda.jit(device=True)
def f7(x):
    return f8(x)


@cuda.jit(device=True)
def f8(x):
    return f9(x)


@cuda.jit(device=True)
def f9(x):
    return f10(x)


@cuda.jit(device=True)
def f10(x):
    return f11(x)


@cuda.jit(device=True)
def f11(x):
    return f12(x)


@cuda.jit(device=True)
def f12(x):
    return f13(x)


@cuda.jit(device=True)
def f13(x):
    return f14(x)


@cuda.jit(device=True)
def f14(x):
    return f15(x)


@cuda.jit(device=True)
def f15(x):
    return f16(x)


@cuda.jit(device=True)
def f16(x):
    return f17(x)


@cuda.jit(device=True)
def f17(x):
    return f18(x)


@cuda.jit(device=True)
def f18(x):
    return f19(x)


@cuda.jit(device=True)
def f19(x):
    return f20(x)


@cuda.jit(device=True)
def f20(x):
    return f21(x)


@cuda.jit(device=True)
def f21(x):
    return f22(x)


@cuda.jit(device=True)
def f22(x):
    return f23(x)


@cuda.jit(device=True)
def f23(x):
    return f24(x)


@cuda.jit(device=True)
def f24(x):
    return f25(x)


@cuda.jit(device=True)
def f25(x):
    return f26(x)


@cuda.jit(device=True)
def f26(x):
    return f27(x)


@cuda.jit(device=True)
def f27(x):
    return f28(x)


@cuda.jit(device=True)
def f28(x):
    return f29(x)


@cuda.jit(device=True)
def f29(x):
    return f30(x)


@cuda.jit(device=True)
def f30(x):
    return f31(x)


@cuda.jit(device=True)
def f31(x):
    return f32(x)


@cuda.jit(device=True)
def f32(x):
    return f33(x)


@cuda.jit(device=True)
def f33(x):
    return f34(x)


@cuda.jit(device=True)
def f34(x):
    return f35(x)


@cuda.jit(device=True)
def f35(x):
    return f36(x)


@cuda.jit(device=True)
def f36(x):
    return f37(x)


@cuda.jit(device=True)
def f37(x):
    return f38(x)


@cuda.jit(device=True)
def f38(x):
    return f39(x)


@cuda.jit(device=True)
def f39(x):
    return f40(x)


@cuda.jit(device=True)
def f40(x):
    return f41(x)


@cuda.jit(device=True)
def f41(x):
    return f42(x)


@cuda.jit(device=True)
def f42(x):
    return f43(x)


@cuda.jit(device=True)
def f43(x):
    return f44(x)


@cuda.jit(device=True)
def f44(x):
    return f45(x)


@cuda.jit(device=True)
def f45(x):
    return f46(x)


@cuda.jit(device=True)
def f46(x):
    return f47(x)


@cuda.jit(device=True)
def f47(x):
    return f48(x)


@cuda.jit(device=True)
def f48(x):
    return f49(x)


@cuda.jit(device=True)
def f49(x):
    return f50(x)


@cuda.jit(device=True)
def f50(x):
    return f51(x)


@cuda.jit(device=True)
def f51(x):
    return f52(x)


@cuda.jit(device=True)
def f52(x):
    return f53(x)


@cuda.jit(device=True)
def f53(x):
    return f54(x)


@cuda.jit(device=True)
def f54(x):
    return f55(x)


@cuda.jit(device=True)
def f55(x):
    return f56(x)


@cuda.jit(device=True)
def f56(x):
    return f57(x)


@cuda.jit(device=True)
def f57(x):
    return f58(x)


@cuda.jit(device=True)
def f58(x):
    return f59(x)


@cuda.jit(device=True)
def f59(x):
    return f60(x)


@cuda.jit(device=True)
def f60(x):
    return f61(x)


@cuda.jit(device=True)
def f61(x):
    return f62(x)


@cuda.jit(device=True)
def f62(x):
    return f63(x)


@cuda.jit(device=True)
def f63(x):
    return f64(x)


@cuda.jit(device=True)
def f64(x):
    return f65(x)


@cuda.jit(device=True)
def f65(x):
    return f66(x)


@cuda.jit(device=True)
def f66(x):
    return f67(x)


@cuda.jit(device=True)
def f67(x):
    return f68(x)


@cuda.jit(device=True)
def f68(x):
    return f69(x)


@cuda.jit(device=True)
def f69(x):
    return f70(x)


@cuda.jit(device=True)
def f70(x):
    return f71(x)


@cuda.jit(device=True)
def f71(x):
    return f72(x)


@cuda.jit(device=True)
def f72(x):
    return f73(x)


@cuda.jit(device=True)
def f73(x):
    return f74(x)


@cuda.jit(device=True)
def f74(x):
    return f75(x)


@cuda.jit(device=True)
def f75(x):
    return f76(x)


@cuda.jit(device=True)
def f76(x):
    return f77(x)


@cuda.jit(device=True)
def f77(x):
    return f78(x)


@cuda.jit(device=True)
def f78(x):
    return f79(x)


@cuda.jit(device=True)
def f79(x):
    return f80(x)


@cuda.jit(device=True)
def f80(x):
    return f81(x)


@cuda.jit(device=True)
def f81(x):
    return f82(x)


@cuda.jit(device=True)
def f82(x):
    return f83(x)


@cuda.jit(device=True)
def f83(x):
    return f84(x)


@cuda.jit(device=True)
def f84(x):
    return f85(x)


@cuda.jit(device=True)
def f85(x):
    return f86(x)


@cuda.jit(device=True)
def f86(x):
    return f87(x)


@cuda.jit(device=True)
def f87(x):
    return f88(x)


@cuda.jit(device=True)
def f88(x):
    return f89(x)


@cuda.jit(device=True)
def f89(x):
    return f90(x)


@cuda.jit(device=True)
def f90(x):
    return f91(x)


@cuda.jit(device=True)
def f91(x):
    return f92(x)


@cuda.jit(device=True)
def f92(x):
    return f93(x)


@cuda.jit(device=True)
def f93(x):
    return f94(x)


@cuda.jit(device=True)
def f94(x):
    return f95(x)


@cuda.jit(device=True)
def f95(x):
    return f96(x)


@cuda.jit(device=True)
def f96(x):
    return f97(x)


@cuda.jit(device=True)
def f97(x):
    return f98(x)


@cuda.jit(device=True)
def f98(x):
    return f99(x)


@cuda.jit(device=True)
def f99(x):
    return f100(x)


@cuda.jit(device=True)
def f100(x):
    return f101(x)


@cuda.jit(device=True)
def f101(x):
    return f102(x)


@cuda.jit(device=True)
def f102(x):
    return f103(x)


@cuda.jit(device=True)
def f103(x):
    return f104(x)


@cuda.jit(device=True)
def f104(x):
    return f105(x)


@cuda.jit(device=True)
def f105(x):
    return f106(x)


@cuda.jit(device=True)
def f106(x):
    return f107(x)


@cuda.jit(device=True)
def f107(x):
    return f108(x)


@cuda.jit(device=True)
def f108(x):
    return f109(x)


@cuda.jit(device=True)
def f109(x):
    return f110(x)


@cuda.jit(device=True)
def f110(x):
    return f111(x)


@cuda.jit(device=True)
def f111(x):
    return f112(x)


@cuda.jit(device=True)
def f112(x):
    return f113(x)


@cuda.jit(device=True)
def f113(x):
    return f114(x)


@cuda.jit(device=True)
def f114(x):
    return f115(x)


@cuda.jit(device=True)
def f115(x):
    return f116(x)


@cuda.jit(device=True)
def f116(x):
    return f117(x)


@cuda.jit(device=True)
def f117(x):
    return f118(x)


@cuda.jit(device=True)
def f118(x):
    return f119(x)


@cuda.jit(device=True)
def f119(x):
    return f120(x)


@cuda.jit(device=True)
def f120(x):
    return f121(x)


@cuda.jit(device=True)
def f121(x):
    return f122(x)


@cuda.jit(device=True)
def f122(x):
    return f123(x)


@cuda.jit(device=True)
def f123(x):
    return f124(x)


@cuda.jit(device=True)
def f124(x):
    return f125(x)


@cuda.jit(device=True)
def f125(x):
    return f126(x)


@cuda.jit(device=True)
def f126(x):
    return f127(x)


@cuda.jit(device=True)
def f127(x):
    return f128(x)


@cuda.jit(device=True)
def f128(x):
    return f129(x)


@cuda.jit(device=True)
def f129(x):
    return f130(x)


@cuda.jit(device=True)
def f130(x):
    return f131(x)


@cuda.jit(device=True)
def f131(x):
    return f132(x)


@cuda.jit(device=True)
def f132(x):
    return f133(x)


@cuda.jit(device=True)
def f133(x):
    return f134(x)


@cuda.jit(device=True)
def f134(x):
    return f135(x)


@cuda.jit(device=True)
def f135(x):
    return f136(x)


@cuda.jit(device=True)
def f136(x):
    return f137(x)


@cuda.jit(device=True)
def f137(x):
    return f138(x)


@cuda.jit(device=True)
def f138(x):
    return f139(x)


@cuda.jit(device=True)
def f139(x):
    return f140(x)


@cuda.jit(device=True)
def f140(x):
    return f141(x)


@cuda.jit(device=True)
def f141(x):
    return f142(x)


@cuda.jit(device=True)
def f142(x):
    return f143(x)


@cuda.jit(device=True)
def f143(x):
    return f144(x)


@cuda.jit(device=True)
def f144(x):
    return f145(x)


@cuda.jit(device=True)
def f145(x):
    return f146(x)


@cuda.jit(device=True)
def f146(x):
    return f147(x)


@cuda.jit(device=True)
def f147(x):
    return f148(x)


@cuda.jit(device=True)
def f148(x):
    return f149(x)


@cuda.jit(device=True)
def f149(x):
    return f150(x)


@cuda.jit(device=True)
def f150(x):
    return f151(x)


@cuda.jit(device=True)
def f151(x):
    return f152(x)


@cuda.jit(device=True)
def f152(x):
    return f153(x)


@cuda.jit(device=True)
def f153(x):
    return f154(x)


@cuda.jit(device=True)
def f154(x):
    return f155(x)


@cuda.jit(device=True)
def f155(x):
    return f156(x)


@cuda.jit(device=True)
def f156(x):
    return f157(x)


@cuda.jit(device=True)
def f157(x):
    return f158(x)


@cuda.jit(device=True)
def f158(x):
    return f159(x)


@cuda.jit(device=True)
def f159(x):
    return f160(x)


@cuda.jit(device=True)
def f160(x):
    return f161(x)


@cuda.jit(device=True)
def f161(x):
    return f162(x)


@cuda.jit(device=True)
def f162(x):
    return f163(x)


@cuda.jit(device=True)
def f163(x):
    return f164(x)


@cuda.jit(device=True)
def f164(x):
    return f165(x)


@cuda.jit(device=True)
def f165(x):
    return f166(x)


@cuda.jit(device=True)
def f166(x):
    return f167(x)


@cuda.jit(device=True)
def f167(x):
    return f168(x)


@cuda.jit(device=True)
def f168(x):
    return f169(x)


@cuda.jit(device=True)
def f169(x):
    return f170(x)


@cuda.jit(device=True)
def f170(x):
    return f171(x)


@cuda.jit(device=True)
def f171(x):
    return f172(x)


@cuda.jit(device=True)
def f172(x):
    return f173(x)


@cuda.jit(device=True)
def f173(x):
    return f174(x)


@cuda.jit(device=True)
def f174(x):
    return f175(x)


@cuda.jit(device=True)
def f175(x):
    return f176(x)


@cuda.jit(device=True)
def f176(x):
    return f177(x)


@cuda.jit(device=True)
def f177(x):
    return f178(x)


@cuda.jit(device=True)
def f178(x):
    return f179(x)


@cuda.jit(device=True)
def f179(x):
    return f180(x)


@cuda.jit(device=True)
def f180(x):
    return f181(x)


@cuda.jit(device=True)
def f181(x):
    return f182(x)


@cuda.jit(device=True)
def f182(x):
    return f183(x)


@cuda.jit(device=True)
def f183(x):
    return f184(x)


@cuda.jit(device=True)
def f184(x):
    return f185(x)


@cuda.jit(device=True)
def f185(x):
    return f186(x)


@cuda.jit(device=True)
def f186(x):
    return f187(x)


@cuda.jit(device=True)
def f187(x):
    return f188(x)


@cuda.jit(device=True)
def f188(x):
    return f189(x)


@cuda.jit(device=True)
def f189(x):
    return f190(x)


@cuda.jit(device=True)
def f190(x):
    return f191(x)


@cuda.jit(device=True)
def f191(x):
    return f192(x)


@cuda.jit(device=True)
def f192(x):
    return f193(x)


@cuda.jit(device=True)
def f193(x):
    return f194(x)


@cuda.jit(device=True)
def f194(x):
    return f195(x)


@cuda.jit(device=True)
def f195(x):
    return f196(x)


@cuda.jit(device=True)
def f196(x):
    return f197(x)


@cuda.jit(device=True)
def f197(x):
    return f198(x)


@cuda.jit(device=True)
def f198(x):
    return f199(x)


@cuda.jit(device=True)
def f199(x):
    return f200(x)


@cuda.jit(device=True)
def f200(x):
    return f201(x)


@cuda.jit(device=True)
def f201(x):
    return x


@cuda.jit("void(int64[:])")
def k(out):
    out[0] = f0(1)
