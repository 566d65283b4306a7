"""Writes the scene of a thousand boxes that fall into a tray: thousand_boxes.py FILE"""
import sys
import random
random.seed(3)
t='format = 1\nname = "thousand-boxes"\n[time]\nduration = 4\nframe_interval = 0.016666666666666666\n[[material]]\nname = "stone"\ndensity=2000\n[[wall]]\nname="tray"\nmaterial="stone"\nshape="box-inside"\nmin=[-1.2,-1.2,0]\nmax=[1.2,1.2,3]\nopen=["+z"]\n'
n=0
for k in range(10):
    for i in range(10):
        for j in range(10):
            t+=f'[[body]]\nname="b{n}"\nmaterial="stone"\nshape="box"\nsize=[0.1,0.1,0.1]\nposition=[{-0.9+0.2*i+random.uniform(-.03,.03):.4f},{-0.9+0.2*j+random.uniform(-.03,.03):.4f},{0.2+0.2*k:.4f}]\nrotation=[{random.uniform(-1,1):.3f},{random.uniform(-1,1):.3f},0]\n'; n+=1
open(sys.argv[1], 'w').write(t)
